import type { BodyInputOf } from '../../contract/endpoint.ts'
import type { accessRequests } from '../../contract/access-requests.ts'
import { dayOf } from '../../contract/days.ts'
import { after, days } from '../../server/shared/clock.ts'
import type { BuiltUser } from './builders.ts'
import { arriveInConsole, type ConsoleClient } from './console-client.ts'
import { linkTo, personOf } from './people.ts'
import type { TestApp } from './test-app.ts'
import type { SignedIn } from './test-trips.ts'

type Body = BodyInputOf<typeof accessRequests.accessRequestCreate>
type Approval = BodyInputOf<typeof accessRequests.accessRequestApprove>

/** A company with a master user, a module that its users cannot open, and a user who asks for it. */
export class AccessRequestScenario {
  readonly app: TestApp
  readonly master: ConsoleClient
  readonly person: BuiltUser
  readonly asking: SignedIn
  readonly moduleId: number
  /** A profile of the module that the company may give. */
  readonly profileId: number

  private constructor(
    app: TestApp,
    parts: Pick<AccessRequestScenario, 'master' | 'person' | 'asking' | 'moduleId' | 'profileId'>,
  ) {
    this.app = app
    this.master = parts.master
    this.person = parts.person
    this.asking = parts.asking
    this.moduleId = parts.moduleId
    this.profileId = parts.profileId
  }

  static async create(
    app: TestApp,
    { seats = 9, spids = [] }: { seats?: number; spids?: string[] } = {},
  ): Promise<AccessRequestScenario> {
    const found = await app.build.consoleUser({ spids })
    await linkTo(app, found.id, found.company.id)
    const module = await app.build.module({ isEnableSpid: spids.length > 0 })
    await app.build.plan({ companyId: found.company.id, moduleId: module.id, seats })
    const profileId = await app.build.profile({ moduleId: module.id })
    await app.db
      .updateTable('profiles')
      .set({ accredited_enable: true })
      .where('id', '=', profileId)
      .execute()
    const person = await personOf(app, [found.company.id])
    const asking = await app.trips.enter(person)
    const master = await arriveInConsole(app, found)
    return new AccessRequestScenario(app, {
      master,
      person,
      asking,
      moduleId: module.id,
      profileId,
    })
  }

  get companyId(): number {
    return this.master.person.company.id
  }

  /** A day this many days after today, in São Paulo. */
  inDays(n: number): string {
    return dayOf(after(this.app.clock.now(), days(n)))
  }

  ask(more: Partial<Body> = {}, who: SignedIn = this.asking) {
    const body = {
      company_id: this.companyId,
      module_id: this.moduleId,
      reason: 'Projeto',
      ...more,
    }
    return this.app.client.call('accessRequestCreate', { ...who, body })
  }

  /** Makes a request and returns its id. Throws if it is refused. */
  async request(more: Partial<Body> = {}): Promise<number> {
    const answer = await this.ask(more)
    if (answer.outcome !== '200') throw new Error(`The request was refused: ${answer.outcome}`)
    return answer.data.id
  }

  /** Returns the call that approves a request. */
  approval(id: number, more: Partial<Approval> = {}) {
    const body: Approval = {
      version: 1,
      requester_id: this.person.id,
      company_id: this.companyId,
      profile_id: this.profileId,
      spids: [],
      ...more,
    }
    return { params: { id: String(id) }, body }
  }

  approve(id: number, more: Partial<Approval> = {}, by: ConsoleClient = this.master) {
    return by.call('accessRequestApprove', this.approval(id, more))
  }

  refuse(id: number, by: ConsoleClient = this.master, version = 1) {
    const body = { version, answer: 'Não é da sua área.' }
    return by.call('accessRequestRefuse', { params: { id: String(id) }, body })
  }

  withdraw(id: number, who: SignedIn = this.asking) {
    return this.app.client.call('accessRequestWithdraw', { ...who, params: { id: String(id) } })
  }

  async mine() {
    return (await this.app.client.call('accessRequestMine', { ...this.asking })).data.requests
  }

  row(id: number) {
    return this.app.db
      .selectFrom('access_requests')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  }

  /** Assignments of the requester. */
  held() {
    return this.app.db
      .selectFrom('user_profiles')
      .select(['profile_id', 'spid', 'reason', 'created_by'])
      .where('user_id', '=', this.person.id)
      .orderBy('id')
      .execute()
  }
}

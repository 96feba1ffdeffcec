import { verifierDigit } from '@fnando/cnpj'
import { consoleModuleId } from '../../contract/constants.ts'
import { moduleAddress } from '../../contract/module-address.ts'
import type { Db } from '../../server/database/database.ts'
import type { Keyring } from '../../server/secrets/keyring.ts'
import { digestOf, newHandle } from '../../server/secrets/random.ts'

export interface BuiltModule {
  id: number
  origin: string
  /** URL to which browsers are redirected with a one-time code. */
  address: string
  /** An active secret in plain text; undefined if the module has none. */
  secret: string | undefined
}

export interface BuiltCompany {
  id: number
  name: string
  spids: string[]
}

let counter = 0
/** Returns a number that is unique in this test file. */
export const next = (): number => (counter += 1)

/** Creates rows of the catalogue: companies, modules, profiles and plans. */
export class CatalogueBuilders {
  protected readonly db: Db
  readonly #keyring: Keyring

  constructor(db: Db, keyring: Keyring) {
    this.db = db
    this.#keyring = keyring
  }

  async company({ spids = [] }: { spids?: string[] } = {}): Promise<BuiltCompany> {
    const n = next()
    const name = `Operadora ${n}`
    const { id } = await this.db
      .insertInto('companies')
      .values({ name, email: `contato${n}@operadora.example`, document: cnpj(n) })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const spid of spids) {
      await this.db
        .insertInto('spids')
        .values({ company_id: id, spid, description: `SPID ${spid}` })
        .execute()
    }
    return { id, name, spids }
  }

  async service(): Promise<number> {
    const { id } = await this.db
      .insertInto('services')
      .values({ name: `Serviço ${next()}`, description: 'Serviço de teste.' })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  /** Creates a module in a new service, with a URL and by default a secret. */
  async module(
    options: { isEnableSpid?: boolean; secret?: boolean; url?: string | null } = {},
  ): Promise<BuiltModule> {
    const n = next()
    const url = options.url === undefined ? `modulo${n}.example/app` : options.url
    const { id } = await this.db
      .insertInto('modules')
      .values({
        service_id: await this.service(),
        name: `Módulo ${n}`,
        url,
        is_enable_spid: options.isEnableSpid ?? false,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const secret = options.secret === false ? undefined : await this.moduleSecret(id, 1)
    const full = `https://${url ?? 'nowhere.example'}`
    return { id, origin: new URL(full).origin, address: moduleAddress({ id, url: full }), secret }
  }

  /** Adds an active secret and returns it. */
  async moduleSecret(moduleId: number, slot: 1 | 2): Promise<string> {
    const secret = newHandle()
    const sealed = this.#keyring.seal(secret, `module:${moduleId}`)
    await this.db
      .insertInto('module_secrets')
      .values({
        module_id: moduleId,
        slot,
        ciphertext: sealed.ciphertext,
        key_id: sealed.keyId,
        digest: digestOf(secret),
      })
      .execute()
    return secret
  }

  /** Returns this console as a module. */
  async console(): Promise<BuiltModule> {
    const { protocol, url } = await this.db
      .selectFrom('modules')
      .select(['protocol', 'url'])
      .where('id', '=', consoleModuleId)
      .executeTakeFirstOrThrow()
    const origin = `${protocol}${url ?? ''}`
    return {
      id: consoleModuleId,
      origin,
      address: moduleAddress({ id: consoleModuleId, url: origin }),
      secret: undefined,
    }
  }

  /** Creates a profile with a new function. */
  async profile({
    moduleId,
    functionUrl,
  }: {
    moduleId: number
    functionUrl?: string
  }): Promise<number> {
    const { id } = await this.db
      .insertInto('profiles')
      .values({ module_id: moduleId, name: `Perfil ${next()}` })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (functionUrl !== undefined) await this.holdFunction(id, moduleId, functionUrl)
    return id
  }

  /** Creates a function and adds it to a profile. Returns its id. */
  async holdFunction(profileId: number, moduleId: number, url: string): Promise<number> {
    const { id } = await this.db
      .insertInto('functions')
      .values({ module_id: moduleId, name: `Função ${next()}`, url })
      .returning('id')
      .executeTakeFirstOrThrow()
    await this.db
      .insertInto('profile_functions')
      .values({ profile_id: profileId, function_id: id, module_id: moduleId })
      .execute()
    return id
  }

  /** Creates a rule that forbids two profiles or two functions together, and returns its id. */
  async separationRule(
    pair: { profiles: readonly [number, number] } | { functions: readonly [number, number] },
    { active = true }: { active?: boolean } = {},
  ): Promise<number> {
    const name = `Regra ${next()}`
    const [first = 0, second = 0] = ('profiles' in pair ? pair.profiles : pair.functions).toSorted(
      (one, other) => one - other,
    )
    const { id } = await this.db
      .insertInto('separation_rules')
      .values(
        'profiles' in pair
          ? { name, active, first_profile_id: first, second_profile_id: second }
          : { name, active, first_function_id: first, second_function_id: second },
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  /** Creates a plan that gives the company seats of the module. */
  async plan({
    companyId,
    moduleId,
    seats = 9,
  }: {
    companyId: number
    moduleId: number
    seats?: number
  }): Promise<number> {
    const { id } = await this.db
      .insertInto('plans')
      .values({ name: `Plano ${next()}` })
      .returning('id')
      .executeTakeFirstOrThrow()
    await this.db
      .insertInto('plan_modules')
      .values({ plan_id: id, module_id: moduleId, seat_limit: seats })
      .execute()
    await this.db
      .insertInto('plan_companies')
      .values({ plan_id: id, company_id: companyId })
      .execute()
    return id
  }
}

/** Returns a valid CNPJ that contains this number. */
export function cnpj(n: number): string {
  const digits = `${10_000_000 + n}0001`.split('').map(Number)
  const first = verifierDigit(digits)
  return [...digits, first, verifierDigit([...digits, first])].join('')
}

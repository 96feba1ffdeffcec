import {
  accessRequestDays,
  type AccessRequestDetails,
  type OwnAccessRequest,
  type RequestableModule,
} from '../../contract/access-requests.ts'
import { refuse, type Handlers } from './fake-api.ts'
import { pageBy } from './fake-list.ts'

const company = { id: 11, name: 'Alfa Telecom' }
const service = { id: 5, name: 'Portabilidade' }
const day = 86_400_000

/** A module that the user may request. */
export const requestable = (
  id: number,
  name: string,
  changes: Partial<RequestableModule> = {},
): RequestableModule => ({
  company: { ...company, logo: null },
  service,
  module: { id, name, logo: null, is_enable_spid: (changes.spids?.length ?? 0) > 0 },
  open: false,
  spids: [],
  pending: false,
  ...changes,
})

/** A pending request of the user, for module 40. */
export const ownRequest = (changes: Partial<OwnAccessRequest> = {}): OwnAccessRequest => ({
  id: 1,
  company,
  module: { id: 40, name: 'Disputas' },
  spid: null,
  function_path: null,
  action_path: null,
  reason: 'Para o projeto.',
  end_date: null,
  state: 'pending',
  created_at: new Date().toISOString(),
  expires_at: new Date(Date.now() + accessRequestDays * day).toISOString(),
  decided_at: null,
  answer: null,
  approved_begin_date: null,
  approved_end_date: null,
  open: false,
  ...changes,
})

/** What a user has requested, and the responses of a server with it. Tests decide about it by changing `requests`. */
export function ownRequestHandlers(modules: readonly RequestableModule[]) {
  const requests: OwnAccessRequest[] = []
  const handlers: Handlers = {
    accessRequestModules: ({ query: { search = '', module_id } }) => ({
      modules: modules.filter(
        ({ module }) =>
          module.name.toLowerCase().includes(search.toLowerCase()) &&
          (module_id === undefined || module.id === module_id),
      ),
      more: false,
    }),
    accessRequestMine: () => ({ requests }),
    accessRequestCreate({ body }) {
      const { company_id, module_id, spid = null, end_date = null, reason } = body
      const found = modules.find(({ module }) => module.id === module_id)
      const made = ownRequest({
        id: requests.length + 1,
        company: { id: company_id, name: company.name },
        module: found?.module ?? { id: module_id, name: 'Gestão de Acesso' },
        spid,
        function_path: body.function_path ?? null,
        action_path: body.action_path ?? null,
        reason,
        end_date,
      })
      requests.unshift(made)
      return made
    },
    accessRequestWithdraw({ params: { id } }) {
      const at = requests.findIndex((each) => each.id === id)
      const [found] = requests.slice(at, at + 1)
      if (!found) refuse('access-request-not-found')
      if (found.state !== 'pending') refuse('access-request-closed')
      requests[at] = { ...found, state: 'withdrawn', decided_at: new Date().toISOString() }
      return {}
    },
  }
  return { requests, handlers }
}

/** A pending request of another user, which the caller may decide. */
export const accessRequest = (
  changes: Partial<AccessRequestDetails> = {},
): AccessRequestDetails => ({
  id: 3,
  requester: { id: 30, name: 'Bruno Costa', email: 'bruno@alfa.example' },
  company,
  module: { id: 40, name: 'Disputas' },
  spid: null,
  function_path: null,
  action_path: null,
  reason: 'Entro no projeto de disputas.',
  end_date: null,
  state: 'pending',
  created_at: '2026-11-27T12:00:00.000Z',
  expires_at: '2026-12-04T12:00:00.000Z',
  decided_at: null,
  awaits_me: true,
  version: 1,
  can_decide: true,
  answer: null,
  decided_by: null,
  approved: null,
  why: {
    user: {
      id: 30,
      name: 'Bruno Costa',
      email: 'bruno@alfa.example',
      status: 1,
      suspended: false,
    },
    company,
    module: { id: 40, name: 'Disputas', Service: service },
    spid: null,
    function: null,
    action: null,
    allowed: false,
    missing: ['no-profile'],
    ways: [],
    seats: { limit: 10, used: 7, free: 3 },
  },
  profiles: [
    {
      id: 300,
      name: 'Analista',
      master_profile: false,
      holders: 3,
      assignment_days_max: null,
    },
    { id: 301, name: 'Consulta', master_profile: false, holders: 1, assignment_days_max: null },
  ],
  spids: [],
  seat_taken: false,
  assignment_days_max: null,
  ...changes,
})

/** Responses about these requests, for a caller who decides them. `sent` gets the bodies of decisions. */
export function decisionHandlers(requests: AccessRequestDetails[], sent: object[] = []): Handlers {
  const find = (id: number) =>
    requests.find((each) => each.id === id) ?? refuse('access-request-not-found')
  const close = (id: number, changes: Partial<AccessRequestDetails>) => {
    const found = find(id)
    if (found.state !== 'pending') refuse('access-request-closed')
    requests[requests.indexOf(found)] = {
      ...found,
      ...changes,
      can_decide: false,
      awaits_me: false,
      why: null,
      profiles: [],
      decided_at: new Date().toISOString(),
      decided_by: 'Ana Maria',
      version: found.version + 1,
    }
  }
  return {
    accessRequestList: ({ query }) => {
      const { awaits_me, state } = query
      const found = requests.filter(
        (each) =>
          (awaits_me === undefined || each.awaits_me) &&
          (state === undefined || each.state === state),
      )
      return pageBy(found, query, ({ requester, module }) => `${requester.name} ${module.name}`)
    },
    accessRequestGet: ({ params: { id } }) => find(id),
    accessRequestApprove({ params: { id }, body }) {
      const { profile_id, spids, begin_date = null, end_date = null } = body
      const change_hash = 'a'.repeat(64)
      const profile = find(id).profiles.find((each) => each.id === profile_id) ?? null
      sent.push(body)
      close(id, {
        state: 'approved',
        approved: { profile, spids, begin_date, end_date, change_hash },
      })
      return { change_hash }
    },
    accessRequestRefuse({ params: { id }, body }) {
      sent.push(body)
      close(id, { state: 'refused', answer: body.answer })
      return {}
    },
  }
}

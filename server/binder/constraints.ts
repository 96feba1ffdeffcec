import pg from 'pg'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { ProblemCode } from '../../contract/problems.ts'
import { Problem } from './problem.ts'

/** What a broken constraint means: the first of these problems that the endpoint declares, or a wrong field. */
type Meaning =
  | { problems: readonly ProblemCode[]; field?: string }
  | { fields: Record<string, string> }

/** The database decides what is unique and what may refer to what; here it gets its words. One line a constraint. */
const meanings: Readonly<Record<string, Meaning>> = {
  services_name_key: { problems: ['service-name-in-use'], field: 'name' },
  modules_service_name_key: { problems: ['module-name-in-use'], field: 'name' },
  modules_service_fkey: { fields: { service_id: 'Serviço não encontrado.' } },
  module_secrets_live_slot_key: { problems: ['module-secret-two-live'] },
  functions_place_key: { problems: ['function-place-in-use'], field: 'url' },
  functions_code_key: { problems: ['function-code-in-use'], field: 'code' },
  functions_module_fkey: { fields: { module_id: 'Módulo não encontrado.' } },
  profile_functions_function_fkey: {
    problems: ['function-in-use', 'function-not-found'],
    field: 'module_id',
  },
  profile_actions_action_fkey: { problems: ['action-not-found'] },
  profiles_name_key: { problems: ['profile-name-in-use'], field: 'name' },
  profiles_module_fkey: { problems: ['module-not-found'], field: 'module_id' },
  profiles_master_by_administrator: {
    fields: { master_profile: 'Um perfil feito por uma empresa não pode ser perfil master.' },
  },
  actions_name_key: { problems: ['action-in-use', 'action-exists'], field: 'name' },
  actions_path_key: { problems: ['action-in-use', 'action-exists'], field: 'path' },
}

/** The problem that an error of the database stands for at this endpoint; undefined where it stands for none. */
export function declaredProblem(error: unknown, endpoint: Endpoint): Problem | undefined {
  if (!(error instanceof pg.DatabaseError) || error.constraint === undefined) return undefined
  const meaning = meanings[error.constraint]
  if (!meaning) return undefined
  if ('fields' in meaning) return new Problem('invalid-input', { fields: meaning.fields })
  const code = meaning.problems.find((candidate) => endpoint.problems.includes(candidate))
  if (!code) return undefined
  const problem = new Problem(code)
  return meaning.field === undefined
    ? problem
    : new Problem(code, { fields: { [meaning.field]: problem.message } })
}

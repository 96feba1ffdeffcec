import type { AccessRequest, RequestableModule } from '../../contract/access-requests.ts'
import { consoleModuleId } from '../../contract/constants.ts'
import { screens } from '../../contract/screens.ts'
import { isScreenPath } from '../session-state/screen-path.ts'

/** What a user may request: a module of a company, or a function or action of it. */
export interface RequestablePlace extends Pick<RequestableModule, 'company' | 'open' | 'spids'> {
  module: Pick<RequestableModule['module'], 'id' | 'name' | 'logo'>
  service?: RequestableModule['service']
  function_path?: string
  /** Requires `function_path`. */
  action_path?: string
}

/** Describes the requested function and action: 'Função /pedidos, ação Aprovar'. Null if the module is requested. */
export function partText({
  module,
  function_path: path = null,
  action_path: action = null,
}: {
  module: { id: number }
  function_path?: string | null
  action_path?: string | null
}): string | null {
  if (path === null) return null
  const name =
    module.id === consoleModuleId && isScreenPath(path)
      ? `Tela ${screens[path].name}`
      : `Função ${path}`
  return action === null ? name : `${name}, ação ${action}`
}

/** Describes where access is requested, after the name of the module: 'Operadora Alfa · SPID 7101'. */
export const placeText = (
  request: Pick<AccessRequest, 'company' | 'module' | 'spid' | 'function_path' | 'action_path'>,
): string =>
  [request.company.name, request.spid !== null && `SPID ${request.spid}`, partText(request)]
    .filter(Boolean)
    .join(' · ')

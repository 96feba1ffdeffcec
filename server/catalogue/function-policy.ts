import { consoleModuleId } from '../../contract/constants.ts'
import { screens } from '../../contract/screens.ts'

export interface FunctionPlace {
  module_id: number
  environment: string | null
  method: string | null
  url: string
}

/** Whether a function belongs to this console. */
export const isOfConsole = ({ module_id }: Pick<FunctionPlace, 'module_id'>): boolean =>
  module_id === consoleModuleId

/**
 * Whether the function is a screen of this console. The system creates these functions at start, and users can't
 * restore them.
 */
export function isScreenOfConsole(place: FunctionPlace): boolean {
  const { environment, url } = place
  return isOfConsole(place) && environment === 'front' && Object.hasOwn(screens, url)
}

/**
 * Returns false if the save would deactivate a screen function of this console, or change its module, environment,
 * method or URL. Other fields may change.
 */
export function keepsScreen(
  before: FunctionPlace,
  after: FunctionPlace & { status: 0 | 1 },
): boolean {
  if (!isScreenOfConsole(before)) return true
  return (
    after.status === 1 &&
    after.module_id === before.module_id &&
    after.environment === before.environment &&
    after.method === before.method &&
    after.url === before.url
  )
}

import { consoleModuleId } from '../../contract/constants.ts'
import { screens } from '../../contract/screens.ts'

export interface FunctionPlace {
  module_id: number
  environment: string | null
  method: string | null
  url: string
  status: number
}

/** Whether a function is one of this console. */
export const isOfConsole = ({ module_id }: Pick<FunctionPlace, 'module_id'>): boolean =>
  module_id === consoleModuleId

/** A screen of this console, which the system makes at each start and without which nobody could make it again. */
export function isScreenOfConsole(place: FunctionPlace): boolean {
  const { environment, url } = place
  return isOfConsole(place) && environment === 'front' && Object.hasOwn(screens, url)
}

/** A screen of this console stays where it is and active; its name, code and who it is shown to may change. */
export function keepsScreen(before: FunctionPlace, after: FunctionPlace): boolean {
  if (!isScreenOfConsole(before)) return true
  return (
    after.status === 1 &&
    after.module_id === before.module_id &&
    after.environment === before.environment &&
    after.method === before.method &&
    after.url === before.url
  )
}

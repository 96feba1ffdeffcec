import { consoleModuleId } from '../../contract/constants.ts'
import { moduleAddress } from '../../contract/module-address.ts'
import { call } from '../api/api-client.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { placeOf, samePlace, tabInitialToken, tabPlace } from '../api/tab-place.ts'
import { enterConsole } from './session.ts'

/**
 * Gets a token of the console for the place of this tab again, as the access page does, so that the session of the browser
 * comes back to it. Returns whether it did: false where the person may not enter there any more. Throws `ApiProblem`.
 */
export async function returnToPlace(): Promise<boolean> {
  const [token, place] = [tabInitialToken(), tabPlace()]
  if (token === null || !place || place.company === null) return false
  const { companies } = await call('userInitialPermissions', {
    token,
    body: { access_token: token },
  })
  const module = companies
    .find(({ id }) => id === place.company)
    ?.services.flatMap(({ modules }) => modules)
    .find(({ id }) => id === consoleModuleId)
  if (!module || module.url === null) return false
  try {
    const { code } = await call('userLocalCode', {
      token,
      body: {
        module_id: module.id,
        redirect_uri: moduleAddress({ id: module.id, url: module.url }),
        access_token: token,
        company_id: place.company,
        ...(place.spid !== null && { spid: place.spid }),
      },
    })
    const entered = await call('userLocalToken', { query: { code } })
    const arrived = placeOf(entered.access_token)
    // Somebody may have signed out, or in, while this was under way.
    if (tabInitialToken() !== token || !arrived || !samePlace(arrived, place)) return false
    enterConsole(entered)
    return true
  } catch (error) {
    // What opened the place ended after it was listed.
    if (error instanceof ApiProblem && error.status === 404) return false
    throw error
  }
}

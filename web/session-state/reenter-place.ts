import { consoleModuleId } from '../../contract/constants.ts'
import { moduleAddress } from '../../contract/module-address.ts'
import { call } from '../api/api-client.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { placeFromToken, samePlace, tabInitialToken, tabPlace } from '../api/tab-place.ts'
import { enterConsole } from './session.ts'

/**
 * Gets a new console token for this tab's company and SPID, in the same way as the access page, so that the browser's
 * session returns to them. Returns false if the user has no access there any more. Throws `ApiProblem`.
 */
export async function reenterPlace(): Promise<boolean> {
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
    const session = await call('userLocalToken', { query: { code } })
    const newPlace = placeFromToken(session.access_token)
    // The user may have signed out, or in again, in the meantime.
    if (tabInitialToken() !== token || !newPlace || !samePlace(newPlace, place)) return false
    enterConsole(session)
    return true
  } catch (error) {
    // Access ended after the permissions were listed.
    if (error instanceof ApiProblem && error.status === 404) return false
    throw error
  }
}

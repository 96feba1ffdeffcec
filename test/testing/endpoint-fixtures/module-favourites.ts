import { consoleModuleId } from '../../../contract/constants.ts'
import { maxFavourites, type moduleFavourites } from '../../../contract/module-favourites.ts'
import type { EndpointFixtures } from './endpoint-fixture.ts'
import { missingId, type Scenario } from './scenario.ts'

/** Returns a call that names this console in the scenario's company. */
function placeOf(scenario: Scenario) {
  const company_id = scenario.rowOwner === 'missing' ? missingId : scenario.companyId
  return {
    input: { body: { company_id, module_id: consoleModuleId } },
    row: { table: 'companies', id: company_id },
  }
}

const ofCaller = (_: unknown, __: unknown, { by }: Scenario) => `user:${by.person.id}`

/** Favourites of the access page. */
export const moduleFavouriteFixtures: EndpointFixtures<keyof typeof moduleFavourites> = {
  moduleFavouriteAdd: {
    scope: 'person',
    make: placeOf,
    problems: {
      'module-not-found': 'missing',
      'spid-not-found': ({ input: { body } }) => ({ body: { ...body, spid: 'NINGUEM' } }),
      'too-many-favourites': async ({ input }, { app, by }) => {
        for (let i = 0; i < maxFavourites; i++) {
          const { module } = await app.build.visitor({
            user: by.person,
            company: by.person.company,
          })
          await app.build.favourite({
            userId: by.person.id,
            companyId: by.person.company.id,
            moduleId: module.id,
          })
        }
        return input
      },
    },
    audit: { target: ofCaller, tells: ['after'] },
    endsNoAccess: 'A favourite grants nothing.',
  },
  moduleFavouriteRemove: {
    scope: 'person',
    async make(scenario) {
      const { id: userId, company } = scenario.by.person
      if (scenario.rowOwner === 'own')
        await scenario.app.build.favourite({
          userId,
          companyId: company.id,
          moduleId: consoleModuleId,
        })
      return placeOf(scenario)
    },
    problems: { 'not-found': 'missing' },
    audit: { target: ofCaller, tells: ['before'] },
    endsNoAccess: 'A favourite grants nothing.',
  },
}

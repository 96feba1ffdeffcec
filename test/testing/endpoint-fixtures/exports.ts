import { api, type ExportOperation, type Operation } from '../../../contract/api.ts'
import type { Endpoints } from '../../../contract/endpoint.ts'
import type { EndpointFixture, EndpointFixtures } from './endpoint-fixture.ts'

/** The export of every list, called like its list: the same rows, scope and refusals. */
export function exportFixturesOf(
  endpointFixtures: EndpointFixtures<Exclude<Operation, ExportOperation>>,
): EndpointFixtures<ExportOperation> {
  const endpoints: Endpoints = api
  // Each was type-checked against its own operation; here all lists are treated alike.
  const lists = endpointFixtures as unknown as Partial<Record<string, EndpointFixture<Operation>>>
  const made = Object.entries(endpoints).flatMap(([operation, { exports: list = '' }]) => {
    const fixture = lists[list]
    // An export with its own fixture is called differently.
    return fixture && !lists[operation]
      ? [[operation, exportFixtureOf(`list:${list}`, fixture)]]
      : []
  })
  return Object.fromEntries(made) as EndpointFixtures<ExportOperation>
}

function exportFixtureOf(target: string, list: EndpointFixture<Operation>) {
  return {
    ...list,
    // Exports contain no data below a row.
    make: async (...[scenario]: Parameters<typeof list.make>) => {
      const { input, row } = await list.make(scenario)
      return { input, row }
    },
    lists: list.lists && 'lines',
    audit: { target: () => target, tells: ['after'] },
  }
}

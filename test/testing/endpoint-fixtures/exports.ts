import { api, type ExportOperation, type Operation } from '../../../contract/api.ts'
import type { Endpoints } from '../../../contract/endpoint.ts'
import type { EndpointFixture, EndpointFixtures } from './endpoint-fixture.ts'

/** Returns a fixture for the export of each list. It has the rows, scope and refusals of the list's fixture. */
export function exportFixturesOf(
  endpointFixtures: EndpointFixtures<Exclude<Operation, ExportOperation>>,
): EndpointFixtures<ExportOperation> {
  const endpoints: Endpoints = api
  // The cast loses no check: each fixture was type-checked against its own operation.
  const lists = endpointFixtures as unknown as Partial<Record<string, EndpointFixture<Operation>>>
  const made = Object.entries(endpoints).flatMap(([operation, { exports: list = '' }]) => {
    const fixture = lists[list]
    // Exports with a fixture of their own are skipped.
    return fixture && !lists[operation]
      ? [[operation, exportFixtureOf(`list:${list}`, fixture)]]
      : []
  })
  return Object.fromEntries(made) as EndpointFixtures<ExportOperation>
}

function exportFixtureOf(target: string, list: EndpointFixture<Operation>) {
  return {
    ...list,
    // Omits `beneath`, because exports contain no records below a row.
    make: async (...[scenario]: Parameters<typeof list.make>) => {
      const { input, row } = await list.make(scenario)
      return { input, row }
    },
    lists: list.lists && 'lines',
    audit: { target: () => target, tells: ['after'] },
  }
}

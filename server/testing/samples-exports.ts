import { api, type ExportOperation, type Operation } from '../../contract/api.ts'
import type { Endpoints } from '../../contract/endpoint.ts'
import type { Sample, Samples } from './sample.ts'

/** The export of every list, called as its list is: the same rows, the same scope and the same refusals. */
export function exportSamplesOf(
  samples: Samples<Exclude<Operation, ExportOperation>>,
): Samples<ExportOperation> {
  const endpoints: Endpoints = api
  const lists = new Map<string, Sample<Operation>>(Object.entries(samples))
  const made = Object.entries(endpoints).flatMap(([operation, { exports: list }]) => {
    const sample = list === undefined ? undefined : lists.get(list)
    return sample ? [[operation, exportSampleOf(`list:${list}`, sample)]] : []
  })
  // By name, as the contract makes the operations.
  return Object.fromEntries(made) as Samples<ExportOperation>
}

function exportSampleOf(target: string, list: Sample<Operation>) {
  return {
    ...list,
    // What lies beneath a row is in no column.
    make: async (...[stage]: Parameters<typeof list.make>) => {
      const { input, row } = await list.make(stage)
      return { input, row }
    },
    lists: list.lists && 'lines',
    trail: { target: () => target, tells: ['after'] },
  }
}

import { api, type ExportOperation, type Operation } from '../../contract/api.ts'
import type { Endpoints } from '../../contract/endpoint.ts'
import type { Sample, Samples } from './sample.ts'

/** The export of every list, called as its list is: the same rows, the same scope and the same refusals. */
export function exportSamplesOf(
  samples: Samples<Exclude<Operation, ExportOperation>>,
): Samples<ExportOperation> {
  const endpoints: Endpoints = api
  // Each was checked against its own operation; from here on all lists are treated alike.
  const lists = samples as unknown as Partial<Record<string, Sample<Operation>>>
  const made = Object.entries(endpoints).flatMap(([operation, { exports: list = '' }]) => {
    const sample = lists[list]
    // One with a sample of its own is called otherwise than its list.
    return sample && !lists[operation] ? [[operation, exportSampleOf(`list:${list}`, sample)]] : []
  })
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

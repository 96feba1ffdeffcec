import { largeModuleId, smallModuleId } from './fill-functions.ts'
import { loadOn } from './measures.ts'
import type { Stage } from './stage.ts'
import type { Row } from './table.ts'

/** Compares lists of functions, and searches in them, with many and with few rows. */
export async function compareFunctions(stage: Stage): Promise<Row[]> {
  const { portal, generator, compare, requests } = stage
  const list = (moduleId: number, search: string) =>
    loadOn(generator, portal.url, [requests.functions(moduleId, search)])
  const rows: Row[] = []
  for (const [measure, search, aim] of [
    ['list of 10,000 functions / of 100', '', 0.33],
    ['search in 10,000 functions / in 100', 'medida%2099', 0.5],
  ] as const) {
    const compared = await compare(
      { ours: list(largeModuleId, search), beside: list(smallModuleId, search) },
      { count: 3, seconds: 2, warmUp: 1, settle: 0.3 },
    )
    rows.push({ measure, ...compared, aim })
  }
  return rows
}

import { api, type Operation } from './api.ts'
import type { Endpoint } from './endpoint.ts'

const segmentsOf = (path: string): string[] => path.split('/')
const isParameter = (segment: string): boolean => segment.startsWith('{')

interface Declared {
  operation: Operation
  segments: string[]
  parameters: number
}

const byMethod = Map.groupBy(
  (Object.keys(api) as Operation[])
    .map((operation): Declared & { method: string } => {
      const { method, path }: Endpoint = api[operation]
      const segments = segmentsOf(path)
      return { operation, method, segments, parameters: segments.filter(isParameter).length }
    })
    // Of two matches, `/user/sessions` takes precedence over `/user/{id}`.
    .toSorted((one, other) => one.parameters - other.parameters),
  ({ method }) => method,
)

/**
 * Returns the operation for a method and a filled-in path, such as `DELETE` and `/user/secret/4/12`, or undefined if
 * there is none.
 */
export function operationAt(method: string, path: string): Operation | undefined {
  const requested = segmentsOf(path)
  return byMethod
    .get(method)
    ?.find(
      ({ segments }) =>
        segments.length === requested.length &&
        segments.every((segment, place) => isParameter(segment) || segment === requested[place]),
    )?.operation
}

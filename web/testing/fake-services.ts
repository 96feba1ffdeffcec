import type { Service } from '../../contract/services.ts'
import { refuse, type Handlers } from './fake-api.ts'
import { listPage } from './fake-list.ts'

let lastId = 100

/** A service as the server returns it. */
export const service = (values: Partial<Service> & { name: string }): Service => ({
  id: (lastId += 1),
  description: 'Feito por um teste.',
  active: true,
  created_at: '2024-05-06T12:00:00.000Z',
  updated_at: '2024-05-06T12:00:00.000Z',
  version: 1,
  modules: [],
  ...values,
})

/** Fake endpoints of services. Writes change `rows`. */
export function serviceHandlers(rows: Service[]): Handlers {
  const get = (id: number) => rows.find((row) => row.id === id) ?? refuse('service-not-found')
  return {
    serviceList: ({ query }) => listPage(rows, query),
    serviceGet: ({ params: { id } }) => get(id),
    serviceCreate({ body }) {
      const created = service(body)
      rows.push(created)
      return created
    },
    serviceUpdate({ params: { id }, body: { version, ...values } }) {
      const stored = get(id)
      if (version !== undefined && version !== stored.version) refuse('changed-meanwhile')
      return Object.assign(stored, values, { version: stored.version + 1 })
    },
  }
}

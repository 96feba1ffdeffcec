import { z } from 'zod'
import { listGrants, grantsOfScreens } from './choices.ts'
import { endpoint } from './endpoint.ts'
import { id, idInPath, instant, version } from './fields.ts'
import { idInQuery, listQuery, pageOf, statusFilter } from './list.ts'
import { recordColumns, tableOf } from './table.ts'
import { typedText } from './typed-text.ts'

const required = 'Preencha os campos obrigatórios'

/** Maximum lengths of name and description. The maximum of the name is from console.md §9, the other is our own. */
export const serviceNameMax = 30
export const serviceDescriptionMax = 500

const name = typedText({ max: serviceNameMax, required })
const description = typedText({ max: serviceDescriptionMax, required, lines: true })

const service = z.object({
  id,
  name: z.string(),
  description: z.string(),
  active: z.boolean(),
  created_at: instant,
  updated_at: instant,
  version,
  /** Active modules of the service, for selection. */
  modules: z.array(z.object({ id, name: z.string() })),
})

export type Service = z.output<typeof service>

/** Endpoints of services (console.md §2, §5, §7). */
export const services = {
  serviceList: endpoint({
    method: 'GET',
    path: '/service',
    summary:
      'The services that the caller may see, each with its active modules; `status=1` returns only active ones.',
    access: listGrants('/service-list', 'service'),
    audit: 'none',
    query: listQuery(['name', 'created_at', 'updated_at', 'status'], {
      filters: { id: idInQuery.optional(), ...statusFilter },
    }),
    success: pageOf(service),
    table: tableOf('Serviços', service, recordColumns),
    problems: [],
  }),
  serviceGet: endpoint({
    method: 'GET',
    path: '/service/{id}',
    summary: 'One service.',
    access: grantsOfScreens('/service-form', '/module-list', '/module-create', '/module-edit'),
    audit: 'none',
    params: z.strictObject({ id: idInPath }),
    success: service,
    problems: ['service-not-found'],
  }),
  serviceCreate: endpoint({
    method: 'POST',
    path: '/service',
    summary: 'Creates a service; active by default.',
    access: { screen: '/service-form', action: 'create' },
    confirm: true,
    audit: { event: 'service.created', title: 'Cadastro de serviço', past: 'Serviço criado' },
    body: z.strictObject({ name, description, active: z.boolean().default(true) }),
    success: service,
    problems: ['service-name-in-use'],
  }),
  serviceUpdate: endpoint({
    method: 'PUT',
    path: '/service/{id}',
    summary: 'Replaces a service. With `version`, fails if it was saved in between.',
    access: { screen: '/service-form', action: 'update' },
    confirm: true,
    audit: { event: 'service.updated', title: 'Atualização de serviço', past: 'Serviço alterado' },
    params: z.strictObject({ id: idInPath }),
    body: z.strictObject({
      name,
      description,
      active: z.boolean(required),
      version: version.optional(),
    }),
    success: service,
    problems: [
      'service-not-found',
      'service-name-in-use',
      'service-of-console',
      'changed-meanwhile',
    ],
  }),
}

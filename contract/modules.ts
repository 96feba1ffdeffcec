import { z } from 'zod'
import { listGrants } from './choices.ts'
import { endpoint } from './endpoint.ts'
import { id, idInPath, instant, status, version } from './fields.ts'
import { flagInQuery, idInQuery, listQuery, pageOf, statusFilter } from './list.ts'
import { logoUpload } from './logos.ts'
import {
  isModuleUrl,
  type ModuleProtocol,
  moduleProtocols,
  moduleUrlMax,
  splitModuleUrl,
} from './module-url.ts'
import { openApiSchemas } from './on-the-wire.ts'
import { recordColumns, tableOf } from './table.ts'
import { typedText } from './typed-text.ts'

/** Maximum length of a name (console.md §9). */
export const moduleNameMax = 30

const moduleName = typedText({ max: moduleNameMax, required: 'Preencha o nome do módulo!' })

/** Schema of a protocol. Some clients send `http` or `http:` for `http://`, likewise for `https`; both are accepted. */
const typedProtocol = z
  .union(
    [
      z.enum(moduleProtocols),
      z
        .enum(['http', 'http:', 'https', 'https:'])
        .transform((scheme): ModuleProtocol =>
          scheme.startsWith('https') ? 'https://' : 'http://',
        ),
    ],
    'Escolha http:// ou https://.',
  )
  .register(openApiSchemas, { type: 'string', enum: moduleProtocols })

const address = {
  /** URL with or without its protocol. Null for a module without a URL, which users cannot choose. */
  url: z.string().max(moduleUrlMax, `Use no máximo ${moduleUrlMax} caracteres.`).nullish(),
  protocol: typedProtocol.default('https://'),
}

/** Extends the schema: splits the typed URL into `protocol` and `url` as stored, and refuses an invalid URL. */
function withAddress<
  B extends { url?: string | null | undefined; protocol: (typeof moduleProtocols)[number] },
>(
  body: B,
  context: z.RefinementCtx<B>,
): Omit<B, 'url' | 'protocol'> & { url: string | null; protocol: B['protocol'] } {
  if (!body.url?.trim()) return { ...body, url: null }
  const split = splitModuleUrl(body.url, body.protocol)
  if (!isModuleUrl(split)) {
    context.addIssue({
      code: 'custom',
      path: ['url'],
      message: 'Informe um endereço http ou https válido.',
      input: body.url,
    })
    return z.NEVER
  }
  return { ...body, ...split }
}

const module = z.object({
  id,
  name: z.string(),
  /** URL without its protocol. */
  url: z.string().nullable(),
  protocol: z.string(),
  service_id: id,
  is_enable_spid: z.boolean(),
  status,
  created_at: instant,
  updated_at: instant,
  version,
  Service: z.object({ id, name: z.string() }),
  /** Whether the module has a valid secret. Only GET /module/module-secret/{id} returns the secret itself. */
  secret_generated: z.boolean(),
  /** URL of the logo; null if there is none. */
  logo: z.string().nullable(),
})

export type Module = z.output<typeof module>

/** Active modules of a service, for selection. */
const modulesOfService = z.object({
  service: z.object({ id, name: z.string() }),
  modules: z.array(z.object({ id, name: z.string(), is_enable_spid: z.boolean() })),
})

/** Screens that list modules or offer them for selection. */
const whereChosen = listGrants('/module-list', 'module')

/** Endpoints of modules and their logos (console.md §2, §5, §7). */
export const modules = {
  moduleList: endpoint({
    method: 'GET',
    path: '/module',
    summary: 'The modules that the caller may see, optionally of one service.',
    access: whereChosen,
    audit: 'none',
    query: listQuery(['name', 'created_at', 'updated_at', 'status'], {
      filters: {
        id: idInQuery.optional(),
        service_id: idInQuery.optional(),
        /** 1: a valid secret was never used within 7 days of its creation, or is older than a year. */
        secret_due: flagInQuery.optional(),
        ...statusFilter,
      },
    }),
    success: pageOf(module),
    table: tableOf('Módulos', module, recordColumns),
    problems: [],
  }),
  moduleGet: endpoint({
    method: 'GET',
    path: '/module/{id}',
    summary: 'One module.',
    access: { screen: '/module-edit' },
    audit: 'none',
    params: z.strictObject({ id: idInPath }),
    success: module,
    problems: ['module-not-found'],
  }),
  moduleListOfService: endpoint({
    method: 'GET',
    path: '/module/service/{id}',
    summary: 'The active modules of a service, by name.',
    access: whereChosen,
    audit: 'none',
    params: z.strictObject({ id: idInPath }),
    success: modulesOfService,
    problems: ['service-not-found'],
  }),
  moduleListOfServiceNamed: endpoint({
    method: 'GET',
    path: '/module/service/consult/{name}',
    summary: 'The active modules of the service with this name, ignoring case.',
    access: whereChosen,
    audit: 'none',
    params: z.strictObject({
      name: typedText({ max: 30, required: 'Informe o nome do serviço.' }),
    }),
    success: modulesOfService,
    problems: ['service-not-found'],
  }),
  moduleCreate: endpoint({
    method: 'POST',
    path: '/module',
    summary: 'Creates an active module of a service.',
    access: { screen: '/module-create', action: 'create' },
    audit: { event: 'module.created', title: 'Cadastro de módulo', past: 'Módulo criado' },
    body: z
      .strictObject({
        name: moduleName,
        ...address,
        service_id: id,
        is_enable_spid: z.boolean().default(false),
      })
      .transform(withAddress),
    success: module,
    problems: ['module-name-in-use'],
  }),
  moduleUpdate: endpoint({
    method: 'PUT',
    path: '/module/{id}',
    summary:
      'Replaces a module; its service cannot change. With `version`, fails if it was saved in between.',
    access: { screen: '/module-edit', action: 'update' },
    confirm: { when: 'the address of the module changes' },
    audit: { event: 'module.updated', title: 'Atualização de módulo', past: 'Módulo alterado' },
    params: z.strictObject({ id: idInPath }),
    body: z
      .strictObject({
        name: moduleName,
        ...address,
        /** Optional. If present, it must equal the id in the path. */
        id: id.optional(),
        status,
        is_enable_spid: z.boolean(),
        version: version.optional(),
      })
      .transform(withAddress),
    success: module,
    problems: ['module-not-found', 'module-name-in-use', 'module-of-console', 'changed-meanwhile'],
  }),
  moduleLogoUpdate: endpoint({
    method: 'PUT',
    path: '/module/{id}/logo',
    summary: 'Sets the logo of a module: PNG, JPEG or WebP up to 256 KB, detected by its content.',
    access: { screen: '/module-edit', action: 'update' },
    audit: {
      event: 'module.logo-updated',
      title: 'Troca da imagem de módulo',
      past: 'Imagem de módulo trocada',
    },
    ...logoUpload,
    problems: ['module-not-found'],
  }),
  moduleLogoDelete: endpoint({
    method: 'DELETE',
    path: '/module/{id}/logo',
    summary: 'Removes the logo of a module.',
    access: { screen: '/module-edit', action: 'update' },
    audit: {
      event: 'module.logo-deleted',
      title: 'Remoção da imagem de módulo',
      past: 'Imagem de módulo retirada',
    },
    params: z.strictObject({ id: idInPath }),
    success: z.object({}),
    problems: ['module-not-found', 'module-logo-not-found'],
  }),
}

import type { Action } from '../../contract/actions.ts'
import { consoleModuleId } from '../../contract/constants.ts'
import type { FunctionWithActions } from '../../contract/functions.ts'
import type { Module } from '../../contract/modules.ts'
import type { Service } from '../../contract/services.ts'
import { refuse, type Handlers } from './fake-api.ts'
import { emptyPage, pageBy } from './fake-list.ts'
import { service, serviceHandlers } from './fake-services.ts'

let lastId = 300

const stored = {
  created_at: '2019-03-04T12:00:00.000Z',
  updated_at: '2019-03-04T12:00:00.000Z',
  version: 1,
}

/** A module of a service. */
export const module = (values: Partial<Module> & { name: string }): Module => ({
  id: (lastId += 1),
  url: 'modulo.example',
  protocol: 'https://',
  is_enable_spid: false,
  status: 1,
  Service: { id: 201, name: 'Voz' },
  service_id: values.Service?.id ?? 201,
  secret_generated: false,
  logo: null,
  ...stored,
  ...values,
})

/** The module of this console itself. */
export const consoleModule = module({
  id: consoleModuleId,
  name: 'Gestão de Acesso',
  Service: { id: 1, name: 'Credenciamento' },
})

/** A function of a module, with one active action for each name. */
export const moduleFunction = (
  { id, name }: Module,
  {
    actions = [],
    ...values
  }: Partial<Omit<FunctionWithActions, 'actions'>> & {
    name: string
    actions?: readonly string[]
  },
): FunctionWithActions => ({
  id: (lastId += 1),
  url: '/pedidos',
  status: 1,
  module: { id, name },
  code: null,
  environment: null,
  method: null,
  accredited_enable: false,
  actions: actions.map((action) => ({
    id: (lastId += 1),
    name: action,
    path: action.toLowerCase(),
    active: true,
  })),
  ...stored,
  ...values,
})

export interface Catalogue {
  modules: Module[]
  functions?: FunctionWithActions[]
}

/** Fake endpoints of modules, functions and actions. Writes change these records. */
export function catalogueHandlers({ modules, functions = [] }: Catalogue): Handlers {
  const get = (id: number) => modules.find((row) => row.id === id) ?? refuse('module-not-found')
  return {
    ...serviceHandlers(servicesOf(modules)),
    moduleList: ({ query: { id, service_id, status, ...query } }) =>
      pageBy(
        modules.filter(
          (row) =>
            isOrAbsent(row.id, id) &&
            isOrAbsent(row.service_id, service_id) &&
            isOrAbsent(row.status, status),
        ),
        query,
        ({ name }) => name,
      ),
    planList: emptyPage,
    companyList: emptyPage,
    moduleGet: ({ params: { id } }) => get(id),
    moduleCreate({ body: { service_id, ...values } }) {
      const owner = modules.find((row) => row.service_id === service_id)
      const created = module({ ...values, ...(owner && { Service: owner.Service }), service_id })
      modules.push(created)
      return created
    },
    moduleUpdate({ params: { id }, body }) {
      const found = get(id)
      return Object.assign(found, body, { id, version: found.version + 1 })
    },
    ...functionHandlers(modules, functions),
    ...actionHandlers(functions),
  }
}

/** Returns the services of these modules. */
function servicesOf(modules: Module[]): Service[] {
  const services = new Map(modules.map(({ Service }) => [Service.id, Service.name]))
  return [...services].map(([id, name]) => ({
    ...service({ id, name }),
    modules: modules.filter((row) => row.service_id === id && row.status === 1),
  }))
}

function functionHandlers(modules: Module[], functions: FunctionWithActions[]): Handlers {
  const get = (id: number) => functions.find((row) => row.id === id) ?? refuse('function-not-found')
  const serviceOf = (id: number) => modules.find((row) => row.id === id)?.service_id
  const moduleOf = (id: number) =>
    modules.find((row) => row.id === id) ?? refuse('module-not-found')
  return {
    functionList: ({ query: { service_id, module_id, status, ...query } }) =>
      pageBy(
        functions.filter(
          (row) =>
            isOrAbsent(serviceOf(row.module.id), service_id) &&
            isOrAbsent(row.module.id, module_id) &&
            isOrAbsent(row.status, status),
        ),
        query,
        ({ name, url }) => `${name} ${url}`,
      ),
    functionGet: ({ params: { id } }) => get(id),
    functionCreate({ body: { module_id, ...values } }) {
      const created = moduleFunction(moduleOf(module_id), values)
      functions.push(created)
      return created
    },
    functionUpdate({ params: { id }, body }) {
      const found = get(id)
      const { name } = moduleOf(body.module_id)
      const { module_id, ...values } = body
      return Object.assign(found, values, {
        module: { id: module_id, name },
        version: found.version + 1,
      })
    },
    functionBackCatalogue: () => ({
      endpoints: [
        { operation: 'moduleUpdate', method: 'PUT', path: '/module/{id}', summary: 'Replaces.' },
        { operation: 'moduleList', method: 'GET', path: '/module', summary: 'Lists.' },
      ],
    }),
  }
}

function actionHandlers(functions: FunctionWithActions[]): Handlers {
  const owner = (id: number) =>
    functions.find((row) => row.id === id) ?? refuse('function-not-found')
  const owning = (id: number) =>
    functions.find(({ actions }) => actions.some((row) => row.id === id)) ??
    refuse('action-not-found')
  const found = ({ id, name, actions }: FunctionWithActions): Action[] =>
    actions.map((row) => ({ ...stored, ...row, function: { id, name } }))
  const get = (id: number) =>
    found(owning(id)).find((row) => row.id === id) ?? refuse('action-not-found')
  return {
    actionList({ params: { id }, query }) {
      const { name, ...fn } = owner(id)
      const page = pageBy(found({ name, ...fn }), { sort: 'name', ...query }, (row) => row.name)
      return { ...page, actions: page.rows, function: { id, name } }
    },
    actionGet: ({ params: { id } }) => get(id),
    actionCreate({ body: { function_id, name, path } }) {
      const { actions } = owner(function_id)
      const id = (lastId += 1)
      actions.push({ id, name, path, active: true })
      return get(id)
    },
    actionUpdate({ params: { id }, body: { name, path, active } }) {
      const action = owning(id).actions.find((row) => row.id === id)
      Object.assign(action ?? {}, { name, path, active })
      return get(id)
    },
  }
}

const isOrAbsent = <T>(value: T, filter: T | undefined): boolean =>
  filter === undefined || value === filter

import { z } from 'zod'
import { actionFormSearch, prepareActionForm } from '../catalogue/prepare-action-form.ts'
import { idsIn } from '../frame/breadcrumb.ts'
import { startList } from '../list/list-reads.ts'
import { idInSearch, listSearch, searchReader } from '../list/list-search.ts'
import { requireId } from '../list/require-id.ts'
import { toActionList, toFunctionEdit, toFunctionList } from '../paths.ts'
import { screen } from './screen-route.ts'

export const functionScreens = [
  screen('/function-list', {
    file: () => import('../catalogue/function-list.tsx'),
    title: 'Função',
    help: '/ajuda/perfis',
    access: '/function-list',
    crumb: { label: 'Funções' },
    search: listSearch('functionList'),
    reads: (search) => [startList('functionList', search)],
  }),
  screen('/function-create', {
    file: () => import('../catalogue/function-create.tsx'),
    title: 'Cadastro de Função',
    help: '/ajuda/perfis',
    access: '/function-create',
    section: '/function-list',
    crumb: { label: 'Nova Função', parent: () => toFunctionList() },
  }),
  screen('/function-edit', {
    file: () => import('../catalogue/function-edit.tsx'),
    title: 'Editar Função',
    help: '/ajuda/perfis',
    access: '/function-edit',
    section: '/function-list',
    crumb: {
      label: 'Função',
      record: ({ id }) => ({ kind: 'function', id }),
      parent: () => toFunctionList(),
    },
    search: searchReader(() => z.object({ id: idInSearch })),
    prepare: requireId('id', '/function-list'),
  }),
  screen('/action-list', {
    file: () => import('../catalogue/action-list.tsx'),
    title: 'Ações',
    help: '/ajuda/perfis',
    access: '/action-list',
    section: '/function-list',
    crumb: {
      label: 'Ações',
      parent: ({ functionId }) => (functionId ? toFunctionEdit(functionId) : toFunctionList()),
    },
    search: listSearch('actionList', 'functionId'),
    reads: (search) => [
      startList('actionList', search, {
        params: { id: String(idsIn(search).functionId) },
      }),
    ],
    prepare: requireId('functionId', '/function-list'),
  }),
  screen('/action-form', {
    file: () => import('../catalogue/action-form.tsx'),
    title: 'Ação',
    help: '/ajuda/perfis',
    access: '/action-form',
    section: '/function-list',
    crumb: {
      label: 'Nova Ação',
      record: ({ actionId }) => ({ kind: 'action', id: actionId }),
      parent: ({ functionId }) => (functionId ? toActionList(functionId) : toFunctionList()),
    },
    search: actionFormSearch,
    prepare: prepareActionForm,
  }),
] as const

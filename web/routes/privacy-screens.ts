import { z } from 'zod'
import { startList } from '../list/list-reads.ts'
import { startCall } from '../api/api-client.ts'
import { idInSearch, listSearch, searchReader } from '../list/list-search.ts'
import { requireId } from '../list/require-id.ts'
import { toDataRequestList, toErasureList } from '../paths.ts'
import { screen } from './screen-route.ts'

/** Personal data, for the data subjects and for the data protection officer (decision 42). */
export const privacyScreens = [
  screen('/my-data', {
    file: () => import('../privacy/my-data.tsx'),
    title: 'Meus dados',
    help: '/ajuda/auditoria-e-dados',
    access: 'signed-in',
    reads: () => [startCall('myDataGet')],
  }),
  screen('/data-request-list', {
    file: () => import('../privacy/data-request-list.tsx'),
    title: 'Pedidos de titulares',
    help: '/ajuda/auditoria-e-dados',
    access: '/data-request-list',
    search: listSearch('dataRequestList'),
    reads: (search) => [startList('dataRequestList', search)],
  }),
  screen('/data-request-form', {
    file: () => import('../privacy/data-request-form.tsx'),
    title: 'Pedido de correção',
    help: '/ajuda/auditoria-e-dados',
    access: '/data-request-list',
    section: '/data-request-list',
    crumb: { label: 'Pedido', parent: () => toDataRequestList() },
    search: searchReader(() => z.object({ id: idInSearch })),
    prepare: requireId('id', '/data-request-list'),
  }),
  screen('/erasure-list', {
    file: () => import('../privacy/erasure-list.tsx'),
    title: 'Dados a apagar',
    help: '/ajuda/auditoria-e-dados',
    access: '/erasure-list',
    search: listSearch('erasureList'),
    reads: (search) => [startList('erasureList', search)],
  }),
  screen('/erasure-form', {
    file: () => import('../privacy/erasure-form.tsx'),
    title: 'Apagar dados',
    help: '/ajuda/auditoria-e-dados',
    access: '/erasure-list',
    section: '/erasure-list',
    crumb: { label: 'Apagar dados', parent: () => toErasureList() },
    search: searchReader(() => z.object({ id: idInSearch })),
    prepare: requireId('id', '/erasure-list'),
  }),
] as const

import { z } from 'zod'
import { grantsOfScreens } from './choices.ts'
import { endpoint } from './endpoint.ts'
import { id, idInPath, status } from './fields.ts'
import { listQuery, pageOf, statusFilter } from './list.ts'
import { companySpid } from './spids.ts'
import { formatStatus } from './shown.ts'
import { nameColumn, tableOf } from './table.ts'

/** Maximum number of companies per request. */
const companiesMax = 500

const links = z.strictObject({
  company_id: z
    .array(id)
    .min(1, 'Selecione pelo menos uma empresa!')
    .max(companiesMax, `Informe no máximo ${companiesMax} empresas.`),
  user_id: id,
})

/** Companies of a user, as far as the caller sees them. */
const companiesOfUser = z.object({
  companies: z.array(
    z.object({
      id,
      name: z.string(),
      document: z.string(),
      active: z.boolean(),
      spids: z.array(companySpid),
    }),
  ),
})

const person = z.object({
  id,
  name: z.string(),
  email: z.string(),
  status,
  suspended: z.boolean(),
})

/** Links between users and companies (console.md §7; rulings §10). A link alone grants nothing. */
export const companyUsers = {
  companyListOfUser: endpoint({
    method: 'GET',
    path: '/company/user/{id}',
    summary: 'The companies of a user, as far as the caller sees them.',
    access: grantsOfScreens('/user-edit', '/user-edit-profile'),
    audit: 'none',
    params: z.strictObject({ id: idInPath }),
    success: companiesOfUser,
    problems: ['user-not-found'],
  }),
  userCompanyList: endpoint({
    method: 'GET',
    path: '/user/user-company',
    summary: 'The companies of the caller.',
    access: 'signed-in',
    audit: 'none',
    success: companiesOfUser,
    problems: [],
  }),
  companyUserList: endpoint({
    method: 'GET',
    path: '/user/user-company/{companyId}',
    summary: 'The users of a company; `status=1` returns only active ones.',
    access: grantsOfScreens('/master-delegation', '/user-list'),
    audit: 'none',
    reads: 'standby',
    params: z.strictObject({ companyId: idInPath }),
    query: listQuery(['name', 'email'], { filters: statusFilter }),
    success: pageOf(person),
    table: tableOf('Pessoas da empresa', person, [
      nameColumn,
      { header: 'Email', text: (row) => row.email },
      { header: 'Status', text: (row) => (row.suspended ? 'Excluído' : formatStatus(row)) },
    ]),
    problems: ['company-not-found'],
  }),
  companyUserLink: endpoint({
    method: 'POST',
    path: '/company/user',
    summary: 'Links a user to companies; existing links do not change.',
    access: [
      { screen: '/user-edit', action: 'update' },
      { screen: '/user-create', action: 'create' },
    ],
    confirm: true,
    audit: {
      event: 'company.user-linked',
      title: 'Vínculo de usuário a empresas',
      past: 'Vínculo com empresas criado',
    },
    body: links,
    success: companiesOfUser,
    problems: ['user-not-found', 'company-not-found'],
  }),
  companyUserUnlink: endpoint({
    method: 'DELETE',
    path: '/company/inactive',
    summary:
      "Unlinks a user from companies: removes the user's profiles and ends the delegations there.",
    access: { screen: '/user-edit', action: 'update' },
    confirm: true,
    audit: {
      event: 'company.user-unlinked',
      title: 'Desvínculo de usuário de empresas',
      past: 'Vínculo com empresas retirado',
    },
    body: links,
    success: companiesOfUser,
    problems: ['user-not-found', 'company-not-found', 'user-indispensable', 'account-beyond-own'],
  }),
}

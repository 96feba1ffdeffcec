import { z } from 'zod'
import { endpoint, type Grant } from './endpoint.ts'
import { id, idInPath, idsOf } from './fields.ts'

/** Maximum number of companies per request, twice the expected number of companies. */
const companiesMax = 10_000
/** Maximum body size: ten digits and a comma for each id, and the field names. */
const companiesLength = companiesMax * 11 + 512

const links = z.strictObject({
  plan_id: id,
  company_id: idsOf(companiesMax, 'Preencha os campos obrigatórios'),
})

/** Companies that have a plan; callers other than administrators see only their own company. */
const held = z.object({ plan_id: id, company_id: z.array(id) })

const access = { screen: '/plan-company-manager', action: 'update' } as const satisfies Grant

/**
 * Companies of a plan. A call contains only the companies to add or to remove and is all or nothing. Adding a present
 * company or removing an absent one changes nothing (console.md §7, rulings §8).
 */
export const planCompanies = {
  planCompanyList: endpoint({
    method: 'GET',
    path: '/plan-company/{planId}/company',
    summary: 'The ids of the companies that have a plan.',
    access: { screen: '/plan-company-manager' },
    audit: 'none',
    params: z.strictObject({ planId: idInPath }),
    success: held,
    problems: ['plan-not-found'],
  }),
  planCompanyConsult: endpoint({
    method: 'GET',
    path: '/plan-company/consult/{planId}',
    summary: 'A plan with the names of the companies that have it.',
    access: { screen: '/plan-company-manager' },
    audit: 'none',
    params: z.strictObject({ planId: idInPath }),
    success: z.object({
      plan: z.object({ id, name: z.string() }),
      company: z.array(z.object({ id, name: z.string() })),
    }),
    problems: ['plan-not-found'],
  }),
  planCompanyAdd: endpoint({
    method: 'POST',
    path: '/plan-company',
    summary: 'Adds companies to a plan.',
    access,
    confirm: true,
    audit: {
      event: 'plan-company.added',
      title: 'Inclusão de empresas em plano',
      past: 'Plano dado a empresas',
    },
    body: links,
    bodyLimit: companiesLength,
    success: held,
    problems: ['plan-not-found', 'company-not-found'],
  }),
  planCompanyRemove: endpoint({
    method: 'DELETE',
    path: '/plan-company',
    summary: 'Removes companies from a plan; the access that it gave their users ends immediately.',
    access,
    confirm: true,
    audit: {
      event: 'plan-company.removed',
      title: 'Retirada de empresas de plano',
      past: 'Plano retirado de empresas',
    },
    body: links,
    bodyLimit: companiesLength,
    success: held,
    problems: ['plan-not-found', 'plan-of-console'],
  }),
}

import { z } from 'zod'
import { assignmentDaysMax } from './assignment-periods.ts'
import { listGrants, grantsOfScreens } from './choices.ts'
import { maskCnpj, typedCnpj } from './cnpj.ts'
import { endpoint } from './endpoint.ts'
import { id, idInPath, instant, version } from './fields.ts'
import { idInQuery, listQuery, pageOf, statusFilter } from './list.ts'
import { logoUpload } from './logos.ts'
import { companySpid, typedSpids } from './spids.ts'
import { createdColumn, nameColumn, statusColumn, tableOf } from './table.ts'
import { emailOf } from './typed-email.ts'
import { typedText } from './typed-text.ts'

const required = 'Preencha os campos obrigatórios'

/** Maximum length of a name (console.md §9). */
const companyNameMax = 200

const email = emailOf({ required, invalid: 'Email inválido' })

/** Editable fields of a company, in a form or a file. */
export const companyFields = {
  name: typedText({ max: companyNameMax, required }),
  email,
  document: typedCnpj(required),
}

const company = z.object({
  id,
  name: z.string(),
  email: z.string(),
  /** CNPJ without mask. */
  document: z.string(),
  active: z.boolean(),
  created_at: instant,
  updated_at: instant,
  version,
  spids: z.array(companySpid),
  /** Maximum number of days of a new period of an assignment; null for none. */
  assignment_days_max: z.int().nullable(),
  /** URL of the logo; null if there is none. */
  logo: z.string().nullable(),
})

/** Count, exact up to 1,000; `more` is true beyond that. */
const bounded = z.object({ total: z.int().min(0).max(1000), more: z.boolean() })

/** Delegate of a company's master role, now or from a future date. */
const temporaryMaster = z.object({
  id,
  user_id: id,
  name: z.string(),
  email: z.string(),
  company_id: id,
  company_name: z.string(),
  begin_date: instant,
  /** Null if the delegation has no end. */
  end_date: instant.nullable(),
})

/** Delegates of a company. There are no pages because their number is limited (decision 39). */
export const temporaryMasters = z.object({ temporary_masters: z.array(temporaryMaster) })

const oneCompany = z.strictObject({ id: idInPath })

/** Endpoints of companies with their SPIDs (console.md §2, §5, §7; rulings §10). */
export const companies = {
  companyList: endpoint({
    method: 'GET',
    path: '/company',
    summary:
      'The companies that the caller may see, each with its SPIDs; `status=1` returns only active ones, `module_id` only those with seats of this module.',
    access: listGrants('/company-list', 'company'),
    audit: 'none',
    reads: 'standby',
    query: listQuery(['name', 'email', 'document', 'created_at', 'status'], {
      filters: {
        id: idInQuery.optional(),
        module_id: idInQuery.optional(),
        ...statusFilter,
      },
    }),
    success: pageOf(company),
    table: tableOf('Empresas', company, [
      nameColumn,
      { header: 'Email', text: (row) => row.email },
      { header: 'CNPJ', text: (row) => maskCnpj(row.document) },
      { ...createdColumn, header: 'Data de Criação' },
      statusColumn,
    ]),
    problems: [],
  }),
  companyGet: endpoint({
    method: 'GET',
    path: '/company/consult/{id}',
    summary: 'One company with its SPIDs.',
    access: grantsOfScreens('/company-form', '/company-list'),
    audit: 'none',
    params: oneCompany,
    success: company,
    problems: ['company-not-found'],
  }),
  companyCreate: endpoint({
    method: 'POST',
    path: '/company',
    summary: 'Creates an active company with the given SPIDs, if any.',
    access: { screen: '/company-form', action: 'create' },
    confirm: true,
    audit: { event: 'company.created', title: 'Cadastro de empresa', past: 'Empresa criada' },
    body: z.strictObject({
      ...companyFields,
      spids: typedSpids.default([]),
      assignment_days_max: assignmentDaysMax,
    }),
    success: company,
    problems: ['company-document-in-use'],
  }),
  companyUpdate: endpoint({
    method: 'PUT',
    path: '/company/{id}',
    summary:
      'Replaces a company; with `spids` also all of its SPIDs. Removing a SPID removes the assignments for it. With `version`, fails if it was saved in between.',
    access: { screen: '/company-form', action: 'update' },
    confirm: true,
    audit: { event: 'company.updated', title: 'Atualização de empresa', past: 'Empresa alterada' },
    params: oneCompany,
    body: z.strictObject({
      ...companyFields,
      active: z.boolean(required),
      /** If absent, the SPIDs do not change. */
      spids: typedSpids.optional(),
      /** If absent, it does not change. */
      assignment_days_max: assignmentDaysMax,
      version: version.optional(),
    }),
    success: company,
    problems: [
      'company-not-found',
      'company-document-in-use',
      'company-of-administrators',
      'changed-meanwhile',
    ],
  }),
  companyLogoUpdate: endpoint({
    method: 'PUT',
    path: '/company/{id}/logo',
    summary: 'Sets the logo of a company: PNG, JPEG or WebP up to 256 KB, detected by its content.',
    access: { screen: '/company-form', action: 'update' },
    audit: {
      event: 'company.logo-updated',
      title: 'Troca da imagem de empresa',
      past: 'Imagem de empresa trocada',
    },
    ...logoUpload,
    problems: ['company-not-found'],
  }),
  companyLogoDelete: endpoint({
    method: 'DELETE',
    path: '/company/{id}/logo',
    summary: 'Removes the logo of a company.',
    access: { screen: '/company-form', action: 'update' },
    audit: {
      event: 'company.logo-deleted',
      title: 'Remoção da imagem de empresa',
      past: 'Imagem de empresa retirada',
    },
    params: oneCompany,
    success: z.object({}),
    problems: ['company-not-found', 'company-logo-not-found'],
  }),
  companyHolders: endpoint({
    method: 'GET',
    path: '/company/{id}/holders',
    summary:
      'Users and assignments of a company: what ends when the company becomes inactive or loses one of its SPIDs.',
    access: { screen: '/company-form', action: 'update' },
    audit: 'none',
    params: oneCompany,
    success: z.object({
      /** Users with a profile or a current delegation, without deleted users. */
      people: bounded,
      /** Names of the first few users. */
      names: z.array(z.string()),
      delegations: bounded,
      /** Modules of these users' profiles, each with its number of users. */
      modules: z.array(z.object({ id, name: z.string(), people: bounded })),
      /** SPIDs of the company, each with the profiles and users that have access for this SPID only. */
      spids: z.array(
        z.object({
          spid: z.string(),
          people: bounded,
          user_profiles: bounded,
          names: z.array(z.string()),
          /** Names of the profiles held for the SPID. */
          profiles: z.array(z.string()),
        }),
      ),
    }),
    problems: ['company-not-found'],
  }),
  companyTemporaryMasters: endpoint({
    method: 'GET',
    path: '/company/{id}/temporary-masters',
    summary:
      'Current and future delegations of the master role of a company, without those that have ended.',
    access: grantsOfScreens('/master-delegation', '/company-list', '/company-form'),
    audit: 'none',
    params: oneCompany,
    success: temporaryMasters,
    problems: ['company-not-found'],
  }),
}

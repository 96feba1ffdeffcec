import { z } from 'zod'
import { listGrants, grantsOfScreens } from './choices.ts'
import { endpoint } from './endpoint.ts'
import { id, idInPath, instant, version } from './fields.ts'
import { listQuery, pageOf, statusFilter } from './list.ts'
import { formatInstant } from './shown.ts'
import { createdColumn, nameColumn, statusColumn, tableOf, updatedColumn } from './table.ts'
import { typedText } from './typed-text.ts'

const required = 'Preencha os campos obrigatórios'

/** Maximum length of the name of a rule. */
export const separationRuleNameMax = 100

/** What a rule is about. */
export const separationKind = z.enum(['profiles', 'functions'], required)
export type SeparationKind = z.output<typeof separationKind>

/** Labels of the kinds of rules. */
export const separationKinds: Readonly<Record<SeparationKind, string>> = {
  profiles: 'Perfis',
  functions: 'Funções',
}

const named = z.object({ id, name: z.string() })

/** A profile or function of a rule. */
const side = named.extend({ module: named, active: z.boolean() })

const rule = z.object({
  id,
  name: z.string(),
  kind: separationKind,
  /** The one with the smaller id. */
  first: side,
  second: side,
  active: z.boolean(),
  created_at: instant,
  updated_at: instant,
  version,
})

export type SeparationRule = z.output<typeof rule>

/** Returns a side as lists show it: 'Caixa (Financeiro)'. */
export const formatSide = ({ name, module }: SeparationRule['first']): string =>
  `${name} (${module.name})`

const violation = z.object({
  /** Ids of user and company: `12:3`. */
  id: z.string(),
  user: named,
  company: named,
  /** Profiles of the person on each side. One profile with both functions is on both. */
  first_profiles: z.array(named),
  second_profiles: z.array(named),
  /** When one side ends; null if neither does. */
  until: instant.nullable(),
  /** End of the approved exception that lasts as long; null without one. */
  excepted_until: instant.nullable(),
})

export type SeparationViolation = z.output<typeof violation>

const names = (profiles: readonly { name: string }[]): string =>
  profiles.map(({ name }) => name).join(', ')

/** Returns the profiles of a violation: 'Caixa + Aprovador'. */
export const formatPair = ({ first_profiles, second_profiles }: SeparationViolation): string =>
  `${names(first_profiles)} + ${names(second_profiles)}`

/** Returns whether and until when a violation is excepted. */
export const formatExcepted = ({ excepted_until }: SeparationViolation): string =>
  excepted_until === null ? 'Sem exceção' : `Exceção até ${formatInstant(excepted_until)}`

const name = typedText({ max: separationRuleNameMax, required })
const ruleId = z.strictObject({ id: idInPath })

/**
 * Rules on pairs of profiles or functions that one user must not have together in one company (decision 102). Only
 * administrators see them, and profile 4, which writes nothing.
 */
export const separationRules = {
  separationRuleList: endpoint({
    method: 'GET',
    path: '/separation-rule',
    summary: 'The rules, each with its two profiles or functions.',
    access: listGrants('/separation-rule-list', 'separation-rule'),
    audit: 'none',
    query: listQuery(['name', 'created_at', 'updated_at', 'status'], {
      filters: { kind: separationKind.optional(), ...statusFilter },
    }),
    success: pageOf(rule),
    table: tableOf('Incompatibilidades', rule, [
      nameColumn,
      { header: 'Regra sobre', text: (row) => separationKinds[row.kind] },
      { header: 'Primeiro', text: (row) => formatSide(row.first) },
      { header: 'Segundo', text: (row) => formatSide(row.second) },
      createdColumn,
      updatedColumn,
      statusColumn,
    ]),
    problems: [],
  }),
  separationRuleGet: endpoint({
    method: 'GET',
    path: '/separation-rule/{id}',
    summary: 'One rule.',
    access: grantsOfScreens('/separation-rule-form'),
    audit: 'none',
    params: ruleId,
    success: rule,
    problems: ['separation-rule-not-found'],
  }),
  separationRuleCreate: endpoint({
    method: 'POST',
    path: '/separation-rule',
    summary:
      'Creates a rule; active by default. Removes nothing: people who have both stay listed as violations.',
    access: { screen: '/separation-rule-form', action: 'create' },
    confirm: true,
    audit: {
      event: 'separation-rule.created',
      title: 'Cadastro de regra de incompatibilidade',
      past: 'Regra de incompatibilidade criada',
    },
    body: z.strictObject({
      name,
      kind: separationKind,
      /** Ids of two profiles or two functions, according to `kind`, in any order. */
      first_id: z.int(required).min(1, required).max(2_147_483_647),
      second_id: z.int(required).min(1, required).max(2_147_483_647),
      active: z.boolean().default(true),
    }),
    success: rule,
    problems: [
      'profile-not-found',
      'function-not-found',
      'separation-rule-name-in-use',
      'separation-rule-exists',
    ],
  }),
  separationRuleUpdate: endpoint({
    method: 'PUT',
    path: '/separation-rule/{id}',
    summary:
      'Replaces name and status of a rule; its pair never changes. With `version`, fails if it was saved in between.',
    access: { screen: '/separation-rule-form', action: 'update' },
    confirm: true,
    audit: {
      event: 'separation-rule.updated',
      title: 'Atualização de regra de incompatibilidade',
      past: 'Regra de incompatibilidade alterada',
    },
    params: ruleId,
    body: z.strictObject({ name, active: z.boolean(required), version: version.optional() }),
    success: rule,
    problems: ['separation-rule-not-found', 'separation-rule-name-in-use', 'changed-meanwhile'],
  }),
  separationViolationList: endpoint({
    method: 'GET',
    path: '/separation-rule/{id}/violation',
    summary:
      'The people who have both sides of an active rule in one company, by assignment or delegation, also in future.',
    access: grantsOfScreens('/separation-rule-form'),
    audit: 'none',
    params: ruleId,
    query: listQuery(['name', 'company']),
    success: pageOf(violation),
    table: tableOf('Violações', violation, [
      { header: 'Pessoa', text: (row) => row.user.name },
      { header: 'Empresa', text: (row) => row.company.name },
      { header: 'Perfis', text: formatPair },
      { header: 'Exceção', text: formatExcepted },
    ]),
    problems: ['separation-rule-not-found'],
  }),
}

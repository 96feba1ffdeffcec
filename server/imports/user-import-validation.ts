import {
  hasPeriod,
  periodErrors,
  periodText,
  type RequestedPeriod,
} from '../../contract/assignment-periods.ts'
import { maskCnpj } from '../../contract/cnpj.ts'
import type { ProblemCode } from '../../contract/problems.ts'
import type { GivenUserProfile } from '../../contract/user-profiles.ts'
import type { Principal } from '../pipeline/principal.ts'
import { Problem } from '../pipeline/problem.ts'
import { isAdministrator } from '../scope/scope.ts'
import { conflictSentence } from '../separation-rules/duty-check.ts'
import {
  heldPeriod,
  keepsPeriod,
  lastsLonger,
  refusalToAssign,
} from '../user-profiles/user-profile-policy.ts'
import type { AssignmentState } from '../user-profiles/assignment-queries.ts'
import type { RowMatch, Snapshot, Refusal, Shown } from './import-rules.ts'
import {
  type Lookup,
  type RowReferences,
  type UserRow,
  requestedProfile,
} from './user-import-lookup.ts'
import { type FoundCompany, type FoundPerson, keyOf } from './user-import-queries.ts'
import { type Invitee, storedPeriod, type UserValues } from './user-import-values.ts'

/** Maximum number of invitations per file, except for administrators. Equals the hourly limit of single invitations. */
const invitedMax = 100

/**
 * Validates a row by the same rules as the screens. Must be called in the order of the rows, because each row takes its
 * seat.
 */
export function validateRow(row: UserRow, lookup: Lookup, who: Principal): RowMatch<UserValues> {
  const { email } = row
  const references = lookup.references.get(row)
  if (!references) throw new Error('The row was not looked up.')
  const { company, profile, spid } = references
  const found = lookup.people.get(email)
  const person = found?.visible ? found : undefined
  const hidden = found?.visible === false ? found : undefined
  const invitee = lookup.invitees.get(email)
  const isInvited = company !== undefined && hidden?.invited_by.includes(company.id) === true
  const requested = requestedProfile(found, references)
  const fact = requested && lookup.facts.get(keyOf(requested))
  const link = `${email} ${company?.id}`
  const period = periodOf(row)
  const values: UserValues = {
    email,
    person,
    hidden,
    invitee,
    company,
    links:
      company !== undefined && !person?.companies.includes(company.id) && !lookup.linked.has(link),
    profile: fact?.held ? undefined : profile,
    spid,
    period,
    replaced: fact && requested && replacementOf(fact, { ...requested, ...period }),
  }
  lookup.linked.add(link)
  const refusals = isInvited
    ? [...references.refusals]
    : refusalsOf(row, references, { values, fact, lookup, who })
  return {
    key: [email, company?.id, profile?.id, spid].join(' '),
    label: labelOf(values, references),
    refusals,
    ...shownOf(values, isInvited),
    warnings: person && differs(person, row) ? [recordUnchanged] : [],
    values,
  }
}

interface ValidationContext {
  values: UserValues
  fact: AssignmentState | undefined
  lookup: Lookup
  who: Principal
}

function refusalsOf(
  row: UserRow,
  references: RowReferences,
  { values, fact, lookup, who }: ValidationContext,
): Refusal[] {
  const { email, person, invitee, company, profile, links } = values
  const refusals = [...references.refusals]
  const refuse = (code: ProblemCode) => refusals.push(refusalOf(code))
  if (!company && refusals.length === 0 && (invitee || row.profile !== undefined))
    refusals.push({ column: 'document', sentence: 'Selecione pelo menos uma empresa!' })
  if (invitee) {
    refusals.push(...refusalsOfInvitee(row, invitee))
    lookup.invited.add(email)
    if (!isAdministrator(who) && lookup.invited.size > invitedMax)
      refusals.push({
        column: 'email',
        sentence: `Convide no máximo ${invitedMax} pessoas por arquivo.`,
      })
  }
  const refused =
    company &&
    fact &&
    refusalToAssign(who, factOf(fact, values, company), { ...fact, ...values.period })
  if (refused) refuse(refused)
  else if (fact && !keepsPeriod(fact, values.period))
    refusals.push(...refusalsOfDays(fact, values.period, lookup))
  else if (person && !person.active && links) refuse('user-not-active')
  if (refusals.length === 0 && company && profile) {
    const place = { company_id: company.id, module_id: profile.module_id }
    if (!lookup.seats.take(place, { email, id: person?.id })) refuse('seat-limit-exceeded')
  }
  if (refusals.length === 0) refusals.push(...refusalsByRules(values, fact, lookup))
  return refusals
}

/** Returns a refusal if a rule forbids the profile together with what the person has or gets by earlier rows. */
function refusalsByRules(
  { email, person, hidden, company, profile, replaced, period }: UserValues,
  fact: AssignmentState | undefined,
  { duties }: Lookup,
): Refusal[] {
  const longer =
    replaced && fact && !keepsPeriod(fact, period) && lastsLonger(period.end_date, fact.held_end)
  const profileId = profile?.id ?? (longer ? replaced.assignment.profile_id : undefined)
  if (!company || hidden || profileId === undefined) return []
  const conflict = duties.give({
    person: person?.id ?? email,
    company_id: company.id,
    profile_id: profileId,
    last_day: period.end_date ?? null,
  })
  return conflict ? [{ column: 'profile', sentence: conflictSentence(conflict) }] : []
}

/** Returns a refusal for each invalid day of a period. */
function refusalsOfDays(
  { held_begin, days_max }: AssignmentState,
  period: RequestedPeriod,
  { today }: Lookup,
): Refusal[] {
  const errors = periodErrors(period, {
    today,
    heldBegin: held_begin ?? undefined,
    daysMax: days_max,
  })
  return Object.entries(errors).map(([column, sentence]) => ({ column, sentence }))
}

/** Returns the change of a held assignment; undefined if it is not held or its period stays. */
const replacementOf = (fact: AssignmentState, assignment: GivenUserProfile) =>
  fact.held && !keepsPeriod(fact, assignment)
    ? { assignment, before: storedPeriod(heldPeriod(fact)) }
    : undefined

/** Returns the period of a row, with only the parts that it has. */
const periodOf = ({ begin_date, end_date, reason }: UserRow): UserValues['period'] => ({
  ...(begin_date !== undefined && { begin_date }),
  ...(end_date !== undefined && { end_date }),
  ...(reason !== undefined && { reason }),
})

/**
 * Returns the state as it would be with the link that the row creates. A user who is invisible to the importer is
 * treated as new.
 */
const factOf = (
  fact: AssignmentState,
  { person }: UserValues,
  { active }: FoundCompany,
): AssignmentState => ({
  ...fact,
  user_active: person ? fact.user_active : true,
  works_there: active,
})

/** Returns refusals for missing fields of an invitation, and for contradictions between rows of the same e-mail. */
function refusalsOfInvitee(row: UserRow, invitee: Invitee): Refusal[] {
  return inviteeRules.flatMap(({ column, missing, differs }): Refusal[] => {
    const typed = row[column]
    if (missing && invitee[column] === undefined) return [{ column, sentence: missing }]
    return typed && typed !== invitee[column] ? [{ column, sentence: differs }] : []
  })
}

const inviteeRules = [
  {
    column: 'name',
    missing: 'Preencha o campo nome!',
    differs: 'Outra linha deste e-mail tem outro nome.',
  },
  {
    column: 'phone_number',
    missing: 'Preencha o campo telefone!',
    differs: 'Outra linha deste e-mail tem outro telefone.',
  },
  { column: 'code', missing: undefined, differs: 'Outra linha deste e-mail tem outro código.' },
] as const

/** Column that each problem of a single write refers to. */
const columns: Partial<Record<ProblemCode, keyof UserRow>> = {
  'user-not-found': 'email',
  'user-not-active': 'email',
  'user-is-oneself': 'email',
  'company-not-found': 'document',
  'spid-not-found': 'spid',
  'profile-not-found': 'profile',
  'profile-deleted': 'profile',
  'profile-beyond-own': 'profile',
  'seat-limit-exceeded': 'profile',
  'profile-takes-no-period': 'profile',
}

const refusalOf = (code: ProblemCode): Refusal => ({
  column: columns[code] ?? null,
  sentence: new Problem(code).message,
})

const nameOf = ({ name, document }: FoundCompany): string => `${name} (${maskCnpj(document)})`

function labelOf(
  { email, person, invitee, company }: UserValues,
  { profile, spid }: RowReferences,
): string {
  const held = profile && `${profile.name} (${profile.module})`
  return [person?.name ?? invitee?.name, email, company?.name, held, spid]
    .filter(Boolean)
    .join(' · ')
}

/** Stands for a user outside the importer's scope, whose id must not be revealed. */
export const hiddenRecord: Snapshot = { id: 0, version: 0 }

/** Returns the displayed values before and after the row. If an invitation is pending, the row changes nothing. */
function shownOf(
  values: UserValues,
  isInvited: boolean,
): Pick<RowMatch<UserValues>, 'existing' | 'shown'> {
  if (isInvited) return { existing: { record: hiddenRecord, shown: {} }, shown: {} }
  const { email, person, invitee, company, links, profile, spid, period } = values
  const changes: Shown = {
    ...(company && links && { Empresa: nameOf(company) }),
    ...(company &&
      profile && {
        Perfil: [
          `${profile.service} / ${profile.module} / ${profile.name}`,
          ...(spid === null ? [] : [`SPID ${spid}`]),
          nameOf(company),
        ].join(', '),
      }),
    ...((values.replaced ?? (company && profile && hasPeriod(period))) && shownPeriod(period)),
  }
  if (person) {
    const { id, version } = person
    const before = values.replaced ? shownPeriod(values.replaced.before) : {}
    return { existing: { record: { id, version }, shown: before }, shown: changes }
  }
  const { name = '', phone_number = '', code = '' } = invitee ?? {}
  return {
    existing: undefined,
    shown: { Nome: name, 'E-mail': email, Telefone: phone_number, Código: code, ...changes },
  }
}

const shownPeriod = (period: RequestedPeriod): Shown => ({
  Prazo: periodText(period),
  Motivo: period.reason ?? '',
})

const recordUnchanged =
  'O cadastro desta pessoa fica como está: nome, telefone e código não mudam pela importação.'

const differs = (person: FoundPerson, { name, phone_number, code }: UserRow): boolean =>
  (name !== undefined && name !== person.name) ||
  (phone_number !== undefined && phone_number !== person.phone_number) ||
  (code !== null && code !== person.code)

import { maskCnpj } from '../../contract/cnpj.ts'
import type { ProblemCode } from '../../contract/problems.ts'
import type { Principal } from '../binder/principal.ts'
import { Problem } from '../binder/problem.ts'
import { isAdministrator } from '../scope/scope.ts'
import { refusalToGive } from '../user-profiles/user-profile-policy.ts'
import type { WantedRow } from '../user-profiles/wanted-queries.ts'
import type { RowMatch, Snapshot, Refusal, Shown } from './import-rules.ts'
import { type Known, type Named, type UserRow, wantedOf } from './user-import-lookup.ts'
import { type FoundCompany, type FoundPerson, keyOf } from './user-import-queries.ts'
import type { Newcomer, UserValues } from './user-import-values.ts'

/** So many people are invited by one file of whoever is no administrator: as many as one by one within an hour. */
const invitedMax = 100

/** What a row does, by the rules of the screens' own writes; rows are judged in their order, since they take seats. */
export function validateRow(row: UserRow, known: Known, who: Principal): RowMatch<UserValues> {
  const { email } = row
  const named = known.named.get(row)
  if (!named) throw new Error('Every row was looked up.')
  const { company, profile, spid } = named
  const found = known.people.get(email)
  const person = found?.seen ? found : undefined
  const unseen = found?.seen === false ? found : undefined
  const newcomer = known.newcomers.get(email)
  const asked = company !== undefined && unseen?.asked.includes(company.id) === true
  const wanted = wantedOf(found, named)
  const fact = wanted && known.facts.get(keyOf(wanted))
  const link = `${email} ${company?.id}`
  const values: UserValues = {
    email,
    person,
    unseen,
    newcomer,
    company,
    links:
      company !== undefined && !person?.companies.includes(company.id) && !known.linked.has(link),
    profile: fact?.held ? undefined : profile,
    spid,
  }
  known.linked.add(link)
  const refusals = asked
    ? [...named.refusals]
    : refusalsOf(row, named, { values, fact, known, who })
  return {
    key: [email, company?.id, profile?.id, spid].join(' '),
    label: labelOf(values, named),
    refusals,
    ...shownOf(values, asked),
    warnings: person && differs(person, row) ? [staysAsItIs] : [],
    values,
  }
}

interface Judging {
  values: UserValues
  fact: WantedRow | undefined
  known: Known
  who: Principal
}

function refusalsOf(row: UserRow, named: Named, { values, fact, known, who }: Judging): Refusal[] {
  const { email, person, newcomer, company, profile, links } = values
  const refusals = [...named.refusals]
  const refuse = (code: ProblemCode) => refusals.push(refusalOf(code))
  if (!company && refusals.length === 0 && (newcomer || row.profile !== undefined))
    refusals.push({ column: 'document', sentence: 'Selecione pelo menos uma empresa!' })
  if (newcomer) {
    refusals.push(...refusalsOfNewcomer(row, newcomer))
    known.invited.add(email)
    if (!isAdministrator(who) && known.invited.size > invitedMax)
      refusals.push({
        column: 'email',
        sentence: `Convide no máximo ${invitedMax} pessoas por arquivo.`,
      })
  }
  const refused = company && fact && refusalToGive(who, factOf(fact, values, company))
  if (refused) refuse(refused)
  else if (person?.status === 0 && links) refuse('user-not-active')
  if (refusals.length === 0 && company && profile) {
    const place = { company_id: company.id, module_id: profile.module_id }
    if (!known.seats.take(place, { email, id: person?.id })) refuse('seat-limit-exceeded')
  }
  return refusals
}

/** As if the link were there, since the row makes it; and who isn't seen is somebody new. */
const factOf = (fact: WantedRow, { person }: UserValues, { active }: FoundCompany): WantedRow => ({
  ...fact,
  user_status: person ? fact.user_status : 1,
  works_there: active,
})

/** What an invitation can't do without, and what two lines say differently of one person. */
function refusalsOfNewcomer(row: UserRow, newcomer: Newcomer): Refusal[] {
  return newcomerRules.flatMap(({ column, missing, differs }): Refusal[] => {
    const typed = row[column]
    if (missing && newcomer[column] === undefined) return [{ column, sentence: missing }]
    return typed && typed !== newcomer[column] ? [{ column, sentence: differs }] : []
  })
}

const newcomerRules = [
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

/** Where the reason of a single write stands in a row. */
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
}

const refusalOf = (code: ProblemCode): Refusal => ({
  column: columns[code] ?? null,
  sentence: new Problem(code).message,
})

const nameOf = ({ name, document }: FoundCompany): string => `${name} (${maskCnpj(document)})`

function labelOf(
  { email, person, newcomer, company }: UserValues,
  { profile, spid }: Named,
): string {
  const held = profile && `${profile.name} (${profile.module})`
  return [person?.name ?? newcomer?.name, email, company?.name, held, spid]
    .filter(Boolean)
    .join(' · ')
}

/** The record of somebody whom the maker doesn't see: nobody's to name. */
export const unnamed: Snapshot = { id: 0, version: 0 }

/** What there is before and after. Who was invited already has nothing yet that the maker sees. */
function shownOf(
  values: UserValues,
  asked: boolean,
): Pick<RowMatch<UserValues>, 'existing' | 'shown'> {
  if (asked) return { existing: { record: unnamed, shown: {} }, shown: {} }
  const { email, person, newcomer, company, links, profile, spid } = values
  const gains: Shown = {
    ...(company && links && { Empresa: nameOf(company) }),
    ...(company &&
      profile && {
        Perfil: [
          `${profile.service} / ${profile.module} / ${profile.name}`,
          ...(spid === null ? [] : [`SPID ${spid}`]),
          nameOf(company),
        ].join(', '),
      }),
  }
  if (person) {
    const { id, version } = person
    return { existing: { record: { id, version }, shown: {} }, shown: gains }
  }
  const { name = '', phone_number = '', code = '' } = newcomer ?? {}
  return {
    existing: undefined,
    shown: { Nome: name, 'E-mail': email, Telefone: phone_number, Código: code, ...gains },
  }
}

const staysAsItIs =
  'O cadastro desta pessoa fica como está: nome, telefone e código não mudam pela importação.'

const differs = (person: FoundPerson, { name, phone_number, code }: UserRow): boolean =>
  (name !== undefined && name !== person.name) ||
  (phone_number !== undefined && phone_number !== person.phone_number) ||
  (code !== null && code !== person.code)

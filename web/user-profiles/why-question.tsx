import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Select } from '@mantine/core'
import { queryOf } from '../api/query-of.ts'
import { maskCnpj } from '../../contract/cnpj.ts'
import { useSession } from '../session-state/session.ts'
import { selectFirstOption } from '../ui/select-first-option.ts'
import { maxOptions, SearchSelect, type Option } from '../list/search-select.tsx'
import classes from './why-panel.module.css'

/** The question. A part that is null has not been chosen. */
export interface Question {
  company: number | null
  spid: string | null
  module: Option | null
  function: Option | null
  action: Option | null
}

/** Initial, empty question. */
export const noQuestion: Question = {
  company: null,
  spid: null,
  module: null,
  function: null,
  action: null,
}

interface WhyQuestionProps {
  userId: number
  question: Question
  onAsk: (question: Question) => void
}

/** Fields of the question. Changing one clears the fields that depend on it. */
export function WhyQuestion({ userId, question, onAsk }: WhyQuestionProps) {
  const params = { id: String(userId) }
  const { data: linked } = useQuery(queryOf('companyListOfUser', { params }))
  const { data: holding } = useQuery(queryOf('userProfileGet', { params }))
  const companies = companiesOf(linked?.companies, holding?.user_profiles)
  const company = companyOf(question, companies)
  const ownCompany = useSession().userData?.company_id
  const isFilledIn = question.module !== null && question.company === null
  // A question that another screen has filled in names no company yet, so a company is selected here. The user sees it
  // and can change it.
  const filled = isFilledIn
    ? (companies.find(({ id }) => id === ownCompany) ?? companies[0])
    : undefined
  useEffect(() => {
    if (filled) onAsk({ ...question, company: filled.id })
  }, [filled, onAsk, question])
  const spids = companies.find(({ id }) => id === company)?.spids ?? []
  // A held profile can be selected even if its module's plan has ended.
  const held = (holding?.user_profiles ?? [])
    .filter(({ company_id }) => company_id === company)
    .map(({ profile }) => named(profile.module))
  const moduleId = question.module?.id
  const functionId = question.function?.id
  const ask = (change: Partial<Question>) => onAsk({ ...question, company, ...change })
  return (
    <div className={classes['question']}>
      <Select
        label="Empresa"
        placeholder="Selecione"
        searchable
        openOnFocus={false}
        onKeyDown={(event) => selectFirstOption(event)}
        nothingFoundMessage="Nenhuma empresa encontrada."
        data={companies.map(({ id, name, document }) => ({
          value: String(id),
          label: `${name} - ${maskCnpj(document)}`,
        }))}
        value={company === null ? null : String(company)}
        onChange={(chosen) => ask({ ...noQuestion, company: Number(chosen) || null })}
      />
      <Select
        label="SPID"
        placeholder={
          company !== null && spids.length === 0 ? 'A empresa não tem SPIDs' : 'Qualquer um'
        }
        disabled={spids.length === 0}
        clearable
        data={spids.map(({ spid }) => spid)}
        value={question.spid}
        onChange={(spid) => ask({ spid })}
      />
      <SearchSelect
        label="Módulo"
        placeholder="Selecione"
        clearable
        disabled={company === null}
        find={(search) => queryOf('moduleList', { query: { search, take: maxOptions } })}
        optionsIn={({ rows }) => rows.map(named)}
        own={held}
        value={question.module}
        onChoose={(chosen) => ask({ module: chosen, function: null, action: null })}
      />
      <SearchSelect
        label="Função"
        placeholder="Só entrar no módulo"
        clearable
        disabled={moduleId === undefined}
        find={(search) =>
          queryOf('functionList', {
            query: { search, take: maxOptions, module_id: String(moduleId) },
          })
        }
        optionsIn={({ rows }) => rows}
        value={question.function}
        onChoose={(chosen) => ask({ function: chosen, action: null })}
      />
      <SearchSelect
        label="Ação"
        placeholder="Só abrir a função"
        clearable
        disabled={functionId === undefined}
        find={(search) =>
          queryOf('actionList', {
            params: { id: String(functionId) },
            query: { search, take: maxOptions },
          })
        }
        optionsIn={({ rows }) => rows}
        value={question.action}
        onChoose={(action) => ask({ action })}
      />
    </div>
  )
}

interface Company {
  id: number
  name: string
  document: string
  spids: readonly { spid: string }[]
}

/** Returns the user's companies, plus those where the user holds profiles without being linked. */
function companiesOf(
  linked: readonly Company[] = [],
  holding: readonly { company: Omit<Company, 'spids'> }[] = [],
): Company[] {
  const held = holding.map(({ company }) => [company.id, { ...company, spids: [] }] as const)
  return [...new Map([...held, ...linked.map((each) => [each.id, each] as const)]).values()]
}

/** A single company is selected automatically. */
const companyOf = ({ company }: Question, companies: readonly Company[]): number | null =>
  company ?? (companies.length === 1 ? (companies[0]?.id ?? null) : null)

const named = ({ id, name, Service }: Option & { Service: Option }): Option => ({
  id,
  name: `${name} - ${Service.name}`,
})

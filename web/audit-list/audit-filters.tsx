import { Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { shownDay } from '../../contract/shown.ts'
import { areaNames, areaOf } from '../../contract/audit-areas.ts'
import { operationEvent, operationName, operationTitles } from '../../contract/operation-titles.ts'
import { recordLabel } from '../../contract/audit-values.ts'
import { queryOf } from '../api/query-of.ts'
import { type FilterOffer, wordFilter } from '../list/list-filters.tsx'
import { wideChoices } from '../list/wide-choices.ts'
import { useSeesEveryCompany } from '../session-state/use-allowed-actions.ts'
import { choiceFilter } from './choice-filter.tsx'
import classes from './audit-list.module.css'

/** Returns the filters of the audit log in display order. */
export function useAuditFilters(): Readonly<Record<string, FilterOffer>> {
  return useSeesEveryCompany('/audit-list') ? ofEveryCompany : ofOneCompany
}

const operations = Object.entries(operationTitles)
  .map(([value, label]) => ({ value, label, area: areaOf(operationEvent(value)) }))
  .toSorted((a, b) => a.label.localeCompare(b.label, 'pt-BR'))

/** The operations, grouped by the records that they concern. */
const operationGroups = areaNames.map((group) => ({
  group,
  items: operations.filter(({ area }) => area === group),
}))

const everyOperation = { value: 'all', label: 'Todas as operações' }

const operationFilter: FilterOffer = {
  label: 'Operação',
  everything: everyOperation.label,
  Control: ({ label, value, onChoose }) => (
    <Select
      aria-label={label}
      comboboxProps={wideChoices}
      searchable
      data={[everyOperation, ...operationGroups]}
      nothingFoundMessage="Nada encontrado."
      value={value || everyOperation.value}
      onChange={(next) => onChoose(next === null || next === everyOperation.value ? '' : next)}
    />
  ),
  Name: ({ value }) => operationName(value),
}

const onlyFilter = wordFilter('Mostrar', 'Tudo, com acessos e leituras', { changes: 'Só mudanças' })

/** Filter by the first or last day. */
const dayFilter = (label: string, word: string): FilterOffer => ({
  label,
  everything: '',
  Control: ({ value, onChoose }) => (
    <TextInput
      type="date"
      aria-label={label}
      leftSection={<span aria-hidden="true">{word}</span>}
      leftSectionWidth={40}
      classNames={{ section: classes['word'] ?? '' }}
      min="2000-01-01"
      max="9999-12-31"
      value={value}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    />
  ),
  Name: ({ value }) => shownDay(value),
})

/** The record filter is set only by links. */
const recordFilter: FilterOffer = {
  label: 'Registro',
  everything: '',
  Control: () => null,
  Name: ({ value }) => <RecordName record={value} />,
}

/** Shows the record's name; for a deleted record, its name in the newest event. */
function RecordName({ record }: { record: string }) {
  const { data } = useQuery(queryOf('auditList', { query: { record, take: 5 } }))
  if (!data) return ''
  const lastName = data.rows[0]?.record?.name
  return recordLabel(record, lastName ? { [record]: lastName, ...data.names } : data.names)
}

const partsFilter: FilterOffer = {
  label: 'Partes do evento',
  everything: '',
  Control: () => null,
  Name: ({ value }) => value,
}

const personFilter = choiceFilter('user', 'Quem', 'Todas as pessoas')
const companyFilter = choiceFilter('company', 'Empresa', 'Todas as empresas')

const days = { since: dayFilter('Desde o dia', 'De'), until: dayFilter('Até o dia', 'Até') }
const byLink = { record: recordFilter, part_of: partsFilter }
const ofOneCompany = {
  only: onlyFilter,
  user_id: personFilter,
  operation: operationFilter,
  ...days,
  ...byLink,
}
const ofEveryCompany = {
  only: onlyFilter,
  user_id: personFilter,
  company_id: companyFilter,
  operation: operationFilter,
  ...days,
  ...byLink,
}

/** Returns whether the filter has a control of its own. */
export const hasControl = ({ name }: { name: string }): boolean => !(name in byLink)

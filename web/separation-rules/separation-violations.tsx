import {
  formatExcepted,
  formatPair,
  type SeparationViolation,
} from '../../contract/separation-rules.ts'
import { queryOf } from '../api/query-of.ts'
import { RecordRows } from '../form/record-rows.tsx'
import { rowsPerPage, useRecordRows, type RecordRowsState } from '../form/use-record-rows.ts'
import { RecordLink } from '../links/record-link.tsx'
import { toUserRecord } from '../paths.ts'
import type { Column } from '../ui/data-table.tsx'

const columns: readonly Column<SeparationViolation>[] = [
  {
    header: 'Pessoa',
    cell: ({ user }) => <RecordLink {...toUserRecord(user.id, 'access')}>{user.name}</RecordLink>,
  },
  { header: 'Empresa', cell: ({ company }) => company.name },
  { header: 'Perfis', kind: 'long', cell: formatPair },
  { header: 'Exceção', cell: formatExcepted },
]

/** The people who violate a rule. */
export const useSeparationViolations = (ruleId: number): RecordRowsState<SeparationViolation> =>
  useRecordRows(
    (page) =>
      queryOf('separationViolationList', {
        params: { id: String(ruleId) },
        query: { page, take: rowsPerPage },
      }),
    ({ rows }) => rows,
  )

interface SeparationViolationsProps {
  active: boolean
  violations: RecordRowsState<SeparationViolation>
}

/** Tab of a rule with the people who violate it. */
export function SeparationViolations({ active, violations }: SeparationViolationsProps) {
  return (
    <RecordRows
      id="violacoes"
      title="Pessoas com os dois"
      lead="A regra não retira nada: retire um dos perfis de cada pessoa no cadastro dela."
      columns={columns}
      state={violations}
      empty={
        active ? 'Ninguém tem os dois na mesma empresa.' : 'Uma regra inativa não lista violações.'
      }
    />
  )
}

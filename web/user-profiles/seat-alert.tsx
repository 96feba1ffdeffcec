import classes from './profile-table.module.css'
import type { SeatChoice } from './seat-choice.ts'
import type { ProfileRow } from './user-profile-choice.ts'

interface SeatAlertProps {
  rows: readonly ProfileRow[]
  seats: SeatChoice
}

/** Reports a selection that needs an unavailable seat. Always rendered, so that screen readers announce its changes. */
export function SeatAlert({ rows, seats }: SeatAlertProps) {
  const refused = [...seats.values()].filter((each) => each.refused)
  return (
    <div role="alert" className={classes['refused']}>
      {refused.length > 0 && (
        <>
          <p>Limite de usuários neste plano excedido</p>
          <ul>
            {refused.map(({ company_id, module_id, limit }) => (
              <li key={`${company_id} ${module_id}`}>
                {`${nameOf(rows, company_id, module_id)}: ${limit === 1 ? 'a única licença está em uso' : `todas as ${limit} licenças estão em uso`}.`}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function nameOf(rows: readonly ProfileRow[], companyId: number, moduleId: number): string {
  const row = rows.find(({ module }) => module.id === moduleId)
  const pairs = rows.flatMap(({ pairs: all }) => all)
  const company = pairs.find((pair) => pair.company.id === companyId)?.company
  return `${row?.module.name ?? ''} (${company?.name ?? ''})`
}

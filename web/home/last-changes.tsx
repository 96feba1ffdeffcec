import type { HomeChange } from '../../contract/home.ts'
import { operationName } from '../../contract/operation-titles.ts'
import { recordLinks } from '../frame/record-links.ts'
import { RecordLink } from '../links/record-link.tsx'
import { toAuditList } from '../paths.ts'
import { useOpens } from '../session-state/use-granted-paths.ts'
import { formatDateTime } from '../ui/format-date.ts'
import classes from './last-changes.module.css'

/** Today's changes by other users, newest first. */
export function LastChanges({ changes }: { changes: readonly HomeChange[] }) {
  return (
    <section className={classes['card']} aria-labelledby="mudancas">
      <h2 id="mudancas">Mudanças de hoje por outras pessoas</h2>
      {changes.length === 0 && <NoChanges />}
      <ul>
        {changes.map((change) => (
          <li key={`${change.happened_at} ${change.operation} ${change.record.id}`}>
            <p className={classes['what']}>
              {`${operationName(change.operation)}: `}
              <RecordLink {...targetOf(change.record)}>{change.record.name}</RecordLink>
            </p>
            <p className={classes['who']}>
              {`${change.by ?? 'Outra pessoa'}, ${formatDateTime(new Date(change.happened_at))}`}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Says what the list leaves out, so that it does not contradict the audit log (decision 43). */
function NoChanges() {
  const readsAudit = useOpens()(toAuditList().to)
  return (
    <p className={classes['none']}>
      Nenhuma até agora. Não aparecem aqui importações, planos avulsos e mudanças de muitos
      registros de uma vez
      {readsAudit ? (
        <>
          , nem o que você mesmo mudou:{' '}
          <RecordLink {...toAuditList()} inline>
            ver a auditoria
          </RecordLink>
          .
        </>
      ) : (
        ', nem o que você mesmo mudou.'
      )}
    </p>
  )
}

const targetOf = ({ kind, id, owner_id }: HomeChange['record']) =>
  recordLinks[kind].to(id, owner_id ?? 0)

import type { HomeChange } from '../../contract/home.ts'
import { operationName } from '../../contract/operation-titles.ts'
import { recordLinks } from '../frame/record-links.ts'
import { RecordLink } from '../links/record-link.tsx'
import { formatDateTime } from '../ui/format-date.ts'
import classes from './last-changes.module.css'

/** Today's changes by other users, newest first. */
export function LastChanges({ changes }: { changes: readonly HomeChange[] }) {
  return (
    <section className={classes['card']} aria-labelledby="mudancas">
      <h2 id="mudancas">Mudanças de hoje por outras pessoas</h2>
      {changes.length === 0 && <p className={classes['none']}>Nenhuma mudança hoje.</p>}
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

const targetOf = ({ kind, id, owner_id }: HomeChange['record']) =>
  recordLinks[kind].to(id, owner_id ?? 0)

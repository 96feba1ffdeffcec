import type { HomeChange } from '../../contract/home.ts'
import { operationName } from '../../contract/operation-name.ts'
import { RecordLink, type RecordTarget } from '../links/record-link.tsx'
import {
  toActionForm,
  toCompanyForm,
  toFunctionEdit,
  toModuleEdit,
  toPlanForm,
  toProfileEdit,
  toServiceForm,
  toUserEdit,
} from '../paths.ts'
import { formatDateTime } from '../ui/format-date.ts'
import classes from './last-changes.module.css'

type ChangedRecord = HomeChange['record']

const screenOf: Record<ChangedRecord['kind'], (record: ChangedRecord) => RecordTarget> = {
  user: ({ id }) => toUserEdit(id),
  profile: ({ id }) => toProfileEdit(id),
  company: ({ id }) => toCompanyForm(id),
  plan: ({ id }) => toPlanForm(id),
  service: ({ id }) => toServiceForm(id),
  module: ({ id, owner_id: service }) => toModuleEdit(id, service ?? 0),
  function: ({ id }) => toFunctionEdit(id),
  action: ({ id, owner_id: of }) => toActionForm({ actionId: id, functionId: of ?? 0 }),
}

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
              <RecordLink {...screenOf[change.record.kind](change.record)}>
                {change.record.name}
              </RecordLink>
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

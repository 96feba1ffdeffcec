import { IconUserShare } from '@tabler/icons-react'
import type { DecodedToken } from '../../contract/decoded-token.ts'
import { formatInstant } from '../../contract/shown.ts'
import { serverNow } from '../api/server-clock.ts'
import classes from './acting-for.module.css'

/**
 * Whether the delegation has ended by the server's clock. A user who also has own profiles keeps working without it.
 */
function isOver(end: string | null): boolean {
  const now = serverNow()
  return end !== null && now !== undefined && new Date(end) <= now
}

/** Notice below the header: who delegated to the user, and until when (decision 39). */
export function ActingFor({ delegation }: Pick<DecodedToken, 'delegation'>) {
  if (!delegation || isOver(delegation.end_date)) return null
  const { delegated_by, end_date } = delegation
  return (
    <aside className={classes['acting']} aria-label="Delegação">
      <IconUserShare size={16} stroke={1.8} aria-hidden="true" />
      <p>
        {end_date === null
          ? `Você atua por delegação de ${delegated_by}, sem data de fim.`
          : `Você atua por delegação de ${delegated_by} até ${formatInstant(end_date)}.`}
      </p>
    </aside>
  )
}

import { Button, Group } from '@mantine/core'
import { formatNumber } from '../../ui/format-number.ts'
import type { UserRow } from '../user-columns.tsx'
import classes from './selection-bar.module.css'
import type { ManyRefusal } from './use-many-write.ts'

interface SelectionRefusalProps {
  refusal: ManyRefusal | null
  onTakeOff: (rows: readonly UserRow[]) => void
  onDismiss: () => void
}

/** Maximum number of users listed. Of further users only the number is shown. */
const shownMax = 8

/** Reason for a refused write, with the users who caused it. */
export function SelectionRefusal({ refusal, onTakeOff, onDismiss }: SelectionRefusalProps) {
  const people = refusal?.people ?? []
  return (
    <div role="alert" className={classes['refusal']}>
      {refusal && (
        <>
          <p>{`${refusal.failure} Ninguém foi alterado.`}</p>
          {people.length === 0 && <p>{refusal.reason}</p>}
          {people.length > 0 && (
            <ul>
              {people.slice(0, shownMax).map(({ person, reason }) => (
                <li key={person.id}>
                  <strong>{person.name}</strong>
                  {` (${person.email}): ${reason}`}
                </li>
              ))}
              {people.length > shownMax && (
                <li>{`e mais ${formatNumber(people.length - shownMax)}`}</li>
              )}
            </ul>
          )}
          <Group gap="xs">
            {people.length > 0 && (
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => onTakeOff(people.map(({ person }) => person))}
              >
                {people.length === 1
                  ? 'Tirar esta pessoa da seleção'
                  : 'Tirar estas pessoas da seleção'}
              </Button>
            )}
            <Button size="compact-sm" variant="subtle" onClick={onDismiss}>
              Fechar
            </Button>
          </Group>
        </>
      )}
    </div>
  )
}

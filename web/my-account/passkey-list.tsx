import { Button, Skeleton } from '@mantine/core'
import type { Passkey } from '../../contract/passkeys.ts'
import { formatInstant } from '../../contract/shown.ts'
import { dangerOutlined } from '../ui/danger.ts'
import classes from './my-account.module.css'

interface PasskeyListProps {
  /** Undefined while they are loaded. */
  passkeys: readonly Passkey[] | undefined
  onRename: (passkey: Passkey) => void
  onRemove: (passkey: Passkey) => void
}

/** The user's passkeys, oldest first, each with its buttons. */
export function PasskeyList({ passkeys, onRename, onRemove }: PasskeyListProps) {
  if (!passkeys) return <Skeleton height="4.75rem" radius={0} />
  if (passkeys.length === 0) return null
  return (
    <ul className={classes['rows']} aria-label="Chaves de acesso">
      {passkeys.map((passkey) => (
        <li key={passkey.id}>
          <div>
            <h3>{passkey.name}</h3>
            <p>{`Criada em ${formatInstant(passkey.created_at)}`}</p>
            <p>{usedSentence(passkey)}</p>
          </div>
          <div className={classes['buttons']}>
            <Button
              variant="default"
              size="xs"
              aria-label={`Renomear: ${passkey.name}`}
              onClick={() => onRename(passkey)}
            >
              Renomear
            </Button>
            <Button
              variant="default"
              className={dangerOutlined}
              size="xs"
              aria-label={`Remover: ${passkey.name}`}
              onClick={() => onRemove(passkey)}
            >
              Remover
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}

const usedSentence = ({ last_used_at }: Passkey): string =>
  last_used_at === null ? 'Nunca usada' : `Último uso em ${formatInstant(last_used_at)}`

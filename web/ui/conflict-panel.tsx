import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, type RefObject } from 'react'
import { ChangeList, type Change } from './change-list.tsx'
import classes from './conflict-panel.module.css'

/** The changed record could not be read yet. */
interface UnreadConflict {
  message: string
  reloading: boolean
  onReload: () => void
}

/** Another save, and the decision about it. */
interface FoundConflict {
  /** Who saved, and when: 'Ana Lima salvou às 10:31'. */
  message: string
  /** What the other save changed; empty if it changed nothing that the form shows. */
  changes: readonly Change[]
  /** Labels of the fields that both users changed to different values. */
  both: readonly string[]
  /** True if the user made the other save too, in another window. */
  own: boolean
  /** Keeps what the user has typed. */
  onKeep: () => void
  /** Takes the other user's values of the fields in `both`. */
  onTake: () => void
}

export type Conflict = UnreadConflict | FoundConflict

interface ConflictPanelProps {
  conflict: Conflict
  /** Focused when the user tries to save before deciding. */
  panel: RefObject<HTMLDivElement | null>
  /** Called after the decision, when the panel with the focused button is about to disappear. */
  onDecided: () => void
}

/** A version conflict. Placed below the buttons of the form, which must not move under the pointer. */
export function ConflictPanel({ conflict, panel, onDecided }: ConflictPanelProps) {
  useEffect(() => panel.current?.scrollIntoView({ block: 'nearest' }), [conflict, panel])
  const decide = (act: () => void) => () => {
    act()
    onDecided()
  }
  return (
    <Alert
      ref={panel}
      tabIndex={-1}
      className={classes['conflict'] ?? ''}
      color="yellow"
      icon={
        <IconAlertTriangle className={classes['sign']} size={18} stroke={1.8} aria-hidden="true" />
      }
    >
      {'onReload' in conflict ? (
        <div className={classes['line']}>
          <p>{conflict.message}</p>
          <Button
            variant="default"
            size="xs"
            loading={conflict.reloading}
            onClick={conflict.onReload}
          >
            Recarregar
          </Button>
        </div>
      ) : (
        <>
          <p>{conflict.changes.length > 0 ? `${conflict.message}:` : `${conflict.message}.`}</p>
          {conflict.changes.length > 0 && (
            <ChangeList
              label={conflict.own ? 'O que mudou' : 'O que a outra pessoa mudou'}
              changes={conflict.changes}
            />
          )}
          <p>{adviceOn(conflict)}</p>
          <div className={classes['buttons']}>
            <Button variant="default" onClick={decide(conflict.onKeep)}>
              {conflict.both.length > 0 ? 'Manter a minha' : 'Manter as duas'}
            </Button>
            {conflict.both.length > 0 && (
              <Button variant="default" onClick={decide(conflict.onTake)}>
                {conflict.own ? 'Ficar com a outra' : 'Ficar com a dela'}
              </Button>
            )}
          </div>
        </>
      )}
    </Alert>
  )
}

function adviceOn({ changes, both }: FoundConflict): string {
  if (both.length > 0) {
    const fields = new Intl.ListFormat('pt-BR', { type: 'conjunction' }).format(both)
    return `Você também mudou ${fields}. O que você digitou continua no formulário.`
  }
  return changes.length > 0
    ? 'Você mudou outros campos: as duas mudanças podem ficar.'
    : 'O que mudou não está neste formulário: o que você digitou pode ficar.'
}

import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useRef, type RefObject } from 'react'
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
  /** The refused write was an action on the record, such as its deletion. Nothing has to be decided. */
  act?: boolean
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
        <Unread conflict={conflict} panel={panel} />
      ) : (
        <Found conflict={conflict} panel={panel} onDecided={onDecided} />
      )}
    </Alert>
  )
}

function Unread({
  conflict,
  panel,
}: { conflict: UnreadConflict } & Pick<ConflictPanelProps, 'panel'>) {
  useScrollTo(panel)
  const reload = () => {
    // The button is disabled while the record is read, and then disappears.
    panel.current?.focus()
    conflict.onReload()
  }
  return (
    <div className={classes['line']}>
      <p>{conflict.message}</p>
      <Button variant="default" size="xs" loading={conflict.reloading} onClick={reload}>
        Recarregar
      </Button>
    </div>
  )
}

function Found({
  conflict,
  panel,
  onDecided,
}: Omit<ConflictPanelProps, 'conflict'> & { conflict: FoundConflict }) {
  const { message, changes, both, own, act = false, onKeep, onTake } = conflict
  useScrollTo(panel)
  const decide = (decision: () => void) => () => {
    decision()
    onDecided()
  }
  return (
    <>
      <p>{changes.length > 0 ? `${message}:` : `${message}.`}</p>
      {changes.length > 0 && (
        <ChangeList label={own ? 'O que mudou' : 'O que a outra pessoa mudou'} changes={changes} />
      )}
      <p>{adviceOn(conflict)}</p>
      <div className={classes['buttons']}>
        <Button variant="default" onClick={decide(onKeep)}>
          {keepLabel({ both, act })}
        </Button>
        {both.length > 0 && (
          <Button variant="default" onClick={decide(onTake)}>
            {own ? 'Ficar com a outra' : 'Ficar com a dela'}
          </Button>
        )}
      </div>
    </>
  )
}

/** Panel for the conflict of an action on a record page. When it is closed, the focus moves to the page. */
export function ActConflictPanel({ conflict }: { conflict: Conflict }) {
  const panel = useRef<HTMLDivElement>(null)
  return (
    <ConflictPanel
      conflict={conflict}
      panel={panel}
      onDecided={() => panel.current?.closest('main')?.focus({ preventScroll: true })}
    />
  )
}

/** Scrolls the panel into view when the calling component appears. */
function useScrollTo(panel: RefObject<HTMLDivElement | null>): void {
  useEffect(() => panel.current?.scrollIntoView({ block: 'nearest' }), [panel])
}

function keepLabel({ both, act = false }: Pick<FoundConflict, 'both' | 'act'>): string {
  if (act) return 'Entendi'
  return both.length > 0 ? 'Manter a minha' : 'Manter as duas'
}

function adviceOn({ changes, both, act = false }: FoundConflict): string {
  if (act) return 'Nada foi feito. Confira o registro e, se ainda quiser, tente de novo.'
  if (both.length > 0) {
    const fields = new Intl.ListFormat('pt-BR', { type: 'conjunction' }).format(both)
    return `Você também mudou ${fields}. O que você digitou continua no formulário.`
  }
  return changes.length > 0
    ? 'Você mudou outros campos: as duas mudanças podem ficar.'
    : 'O que mudou não está neste formulário: o que você digitou pode ficar.'
}

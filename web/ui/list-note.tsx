import { Button } from '@mantine/core'
import { Doorway, type DoorwayState } from './doorway.tsx'
import classes from './list-note.module.css'
import { useFocusPageOnUnmount } from './use-focus-page-on-unmount.ts'
import { offlineSentence, useOffline } from './use-offline.ts'

interface ListNoteProps {
  children: string | false
  /** Picture above the sentence: a closed door if there is nothing yet, an open one if all is done. */
  door?: DoorwayState | undefined
}

/**
 * Status line of a list, such as 'no results'. It is rendered empty otherwise, so that screen readers announce the
 * change.
 */
export function ListNote({ children, door }: ListNoteProps) {
  return (
    <output className={classes['note']} aria-label="Situação da lista">
      {children && door && <Doorway state={door} />}
      {children}
    </output>
  )
}

interface ListClearProps {
  onClear: () => void
  /** Label; set it if the button clears something other than search and filters. */
  children?: string
}

/** Button below the note of an empty list that is searched or filtered. */
export function ListClear({ onClear, children = 'Limpar busca e filtros' }: ListClearProps) {
  const button = useFocusPageOnUnmount()
  /** The button disappears after the click, so the search field, if there is one, gets the focus. */
  const clear = () => {
    const list = button.current?.closest('section')
    list?.querySelector<HTMLElement>('input[type=search]')?.focus()
    onClear()
  }
  return (
    <p className={classes['clear']}>
      <Button ref={button} variant="default" onClick={clear}>
        {children}
      </Button>
    </p>
  )
}

/** Shown in place of rows that could not be loaded. */
export function ListUnreadable({ onRetry }: { onRetry: () => void }) {
  const button = useFocusPageOnUnmount()
  const offline = useOffline()
  return (
    <div className={classes['note']} role="alert">
      <p>{offline ? offlineSentence : 'Não foi possível carregar a lista.'}</p>
      <Button ref={button} variant="default" onClick={onRetry}>
        Tentar novamente
      </Button>
    </div>
  )
}

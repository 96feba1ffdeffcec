import { Button } from '@mantine/core'
import classes from './list-note.module.css'
import { useHandedOnFocus } from './use-handed-on-focus.ts'

/** What a list says of itself, such as that it is empty; stands there silent too, so that a screen reader hears it. */
export function ListNote({ children }: { children: string | false }) {
  return (
    <output className={classes['note']} aria-label="Situação da lista">
      {children}
    </output>
  )
}

interface ListClearProps {
  onClear: () => void
  /** What it does, where that is not to take away search and filters. */
  children?: string
}

/** Stands beneath the note of an empty list that is searched or filtered. */
export function ListClear({ onClear, children = 'Limpar busca e filtros' }: ListClearProps) {
  const button = useHandedOnFocus()
  /** The button goes away with what it clears, so the focus goes to the search, where there is one. */
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

/** Stands in place of the rows that could not be read. */
export function ListUnreadable({ onRetry }: { onRetry: () => void }) {
  const button = useHandedOnFocus()
  return (
    <div className={classes['note']} role="alert">
      <p>Não foi possível carregar a lista.</p>
      <Button ref={button} variant="default" onClick={onRetry}>
        Tentar novamente
      </Button>
    </div>
  )
}

import { Button } from '@mantine/core'
import classes from './list-note.module.css'

/** What a list says of itself, such as that it is empty; stands there silent too, so that a screen reader hears it. */
export function ListNote({ children }: { children: string | false }) {
  return (
    <output className={classes['note']} aria-label="Situação da lista">
      {children}
    </output>
  )
}

/** Stands beneath the note of an empty list that is searched or filtered. */
export function ListClear({ onClear }: { onClear: () => void }) {
  /** The button goes away with what it clears, so the focus goes to the search. */
  const clear = (button: HTMLButtonElement) => {
    button.closest('section')?.querySelector<HTMLElement>('input[type=search]')?.focus()
    onClear()
  }
  return (
    <p className={classes['clear']}>
      <Button variant="default" onClick={(event) => clear(event.currentTarget)}>
        Limpar busca e filtros
      </Button>
    </p>
  )
}

/** Stands in place of the rows that could not be read. */
export function ListUnreadable({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={classes['note']} role="alert">
      <p>Não foi possível carregar a lista.</p>
      <Button variant="default" onClick={onRetry}>
        Tentar novamente
      </Button>
    </div>
  )
}

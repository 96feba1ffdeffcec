import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { fullStopAfter } from '../../contract/full-stop.ts'
import { ButtonLink } from '../links/button-link.tsx'
import type { RecordTarget } from '../links/record-link.tsx'
import { useOpens } from '../session-state/use-granted-paths.ts'
import type { ListPageProps } from '../ui/list-page.tsx'
import { useReplacedToast } from '../ui/use-replaced-toast.ts'
import { useCreated, type NewRows } from './created.ts'
import classes from './created-note.module.css'

interface CreatedNoteProps {
  /** Accessible name; 'Próximo passo' if the note offers a next step. */
  label: 'Próximo passo' | 'Recém-criado'
  /** The specified sentence of the toast, which this note replaces in a narrow window. */
  saved?: string
  /** Sentence about what was created. */
  children: ReactNode
  /** Links to the record and to the next step. */
  links: ReactNode
  /** Called when the note is closed. By default the note removes the history state, and so the marks. */
  onClose?: () => void
}

/** Note above a list about what was just created. Closing it also removes the marks of the rows. */
export function CreatedNote({ label, saved, children, links, onClose }: CreatedNoteProps) {
  const navigate = useNavigate()
  // A toast covers the whole width of a narrow window.
  const [replacesToast] = useState(() => matchMedia('(max-width: 60em)').matches)
  useReplacedToast(replacesToast)
  return (
    <section className={classes['note']} aria-label={label}>
      <p>
        {replacesToast && saved && `${saved.replace(/[^.!]$/, '$&.')} `}
        {children}
      </p>
      {links}
      <Button
        size="xs"
        variant="subtle"
        onClick={() => {
          // The button disappears with the note, so the main element takes the focus.
          document.querySelector<HTMLElement>('main')?.focus()
          if (onClose) onClose()
          else void navigate({ to: '.', search: true, replace: true, resetScroll: false })
        }}
      >
        {label === 'Próximo passo' ? 'Agora não' : 'Fechar'}
      </Button>
    </section>
  )
}

interface CreatedOffer {
  /** Link to the new record. */
  open: RecordTarget | false
  /** What usually comes next; not offered to users who may not open its screen. */
  next?: { sentence: string; label: string; target: RecordTarget } | false
}

/**
 * Returns the props of a list that mark what was just created, and offer the next step above the table. The note also
 * leads to a record that is on another page of the list (decision 80). `offerOf` receives the id of the first new record,
 * which usually is the only one.
 */
export function useCreatedRows(
  offerOf: (id: number, created: NewRows) => CreatedOffer,
): Pick<ListPageProps<never, never>, 'created' | 'note'> {
  const created = useCreated()
  const opens = useOpens()
  if (!created) return {}
  const [id = 0] = created.ids
  const { open, next } = offerOf(id, created)
  const step = next && !created.complete && opens(next.target.to) ? next : undefined
  return {
    created: created.ids,
    note: (
      <CreatedNote
        label={step ? 'Próximo passo' : 'Recém-criado'}
        saved={created.saved}
        links={
          <>
            {step && (
              <ButtonLink {...step.target} size="xs">
                {step.label}
              </ButtonLink>
            )}
            {open && (
              <ButtonLink
                {...open}
                size="xs"
                variant="default"
                aria-label={`Abrir: ${created.name}`}
              >
                Abrir
              </ButtonLink>
            )}
          </>
        }
      >
        Recém-criado: <strong>{created.name}</strong>
        {fullStopAfter(created.name)} {step?.sentence}
      </CreatedNote>
    ),
  }
}

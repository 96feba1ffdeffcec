import { Button, Skeleton } from '@mantine/core'
import { useEffect, useRef, type ReactNode, type SubmitEvent } from 'react'
import { confirmAction, lostChanges } from './confirm-action.ts'
import { ConflictPanel, type Conflict } from './conflict-panel.tsx'
import classes from './form-page.module.css'
import { useFirstFocus } from './use-first-focus.ts'
import { useFocusAfterBusy } from './use-focus-after-busy.ts'
import { PageHeader } from './page.tsx'
import pageClasses from './page.module.css'

export interface FormPageProps {
  title: string
  /** 'broad' for a form that contains a table of names. */
  width?: 'narrow' | 'broad'
  /** Parent record, shown under the title, such as the plan's name; null while it loads. */
  subject?: ReactNode
  /** The fields, in two columns if the screen is wide enough. */
  children: ReactNode
  /** Buttons for other actions on the record. */
  actions?: ReactNode
  /** The record is loading. */
  loading: boolean
  saving: boolean
  /** Leaving would discard changes: the button is 'Cancelar' and asks first. Otherwise it is 'Voltar'. */
  unsaved: boolean
  /** Number of failed attempts to save. After each, the first invalid field gets the focus. */
  corrections: number
  /** Version conflict: the form cannot be saved before the user has decided about it. Null if there is none. */
  conflict: Conflict | null
  /** Absent if there is nothing to save. */
  onSave?: () => void
  /** Leaves the form; called after the user has confirmed if changes would be lost. */
  onCancel: () => void
}

/** Selects an invalid field. In a multi-select the input is inside the marked element. */
const wrongField = ':is(input, select, textarea):is([data-error], [data-error] *)'

/** A form with Cancelar and Salvar (console.md §2). Its first field gets the focus. */
export function FormPage({ title, subject, actions, ...form }: FormPageProps) {
  return (
    <FormCard {...form} header={<PageHeader title={title} subject={subject} actions={actions} />} />
  )
}

interface FormCardProps extends Omit<FormPageProps, 'title' | 'subject' | 'actions'> {
  header?: ReactNode
  /** Printed in place of the fields, which are hidden on paper. */
  printed?: ReactNode
}

/** The form of `FormPage` without its header, for a screen that has a heading already. */
export function FormCard(props: FormCardProps) {
  const { header, children, loading, saving, unsaved, conflict, printed } = props
  const { corrections, onSave, onCancel } = props
  // Without a header the form is part of a record page, and is as wide as the head of that page.
  const { width = header === undefined ? 'broad' : 'narrow' } = props
  const form = useRef<HTMLFormElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const saveButton = useFocusAfterBusy(saving)
  useFirstFocus(form, !loading)

  useEffect(() => {
    if (corrections > 0) form.current?.querySelector<HTMLElement>(wrongField)?.focus()
  }, [corrections])

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (conflict) panel.current?.focus()
    else if (!saving && !loading) onSave?.()
  }
  const cancel = async () => {
    const question = {
      text: 'Deseja realmente cancelar a operação?',
      consequence: lostChanges,
      danger: true,
    }
    if (!unsaved || (await confirmAction(question))) onCancel()
  }
  return (
    <form
      ref={form}
      className={pageClasses[width]}
      onSubmit={submit}
      noValidate
      aria-labelledby="titulo"
      aria-busy={loading || saving}
    >
      {header}
      {printed !== undefined && <div className={classes['printed']}>{printed}</div>}
      {/* The keys replace the skeleton instead of resizing it, which would move the buttons below. */}
      <div key={`fields ${loading}`} className={classes['fields']}>
        {loading ? <FieldSkeletons /> : children}
      </div>
      <footer key={`buttons ${loading}`} className={classes['footer']}>
        <Button
          className={classes['leave'] ?? ''}
          variant="default"
          disabled={saving}
          onClick={() => void cancel()}
        >
          {unsaved ? 'Cancelar' : 'Voltar'}
        </Button>
        {onSave && (
          <Button ref={saveButton} type="submit" loading={saving} disabled={loading}>
            Salvar
          </Button>
        )}
      </footer>
      {conflict && (
        <ConflictPanel
          conflict={conflict}
          panel={panel}
          onDecided={() => saveButton.current?.focus()}
        />
      )}
    </form>
  )
}

/** As high as four fields with their labels. */
function FieldSkeletons() {
  return [1, 2, 3, 4].map((field) => (
    <div key={field}>
      <Skeleton height={12} width={96} mt={6} />
      <Skeleton height={36} mt={8} />
    </div>
  ))
}

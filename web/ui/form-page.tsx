import { Alert, Button, Skeleton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useRef, type ReactNode, type SubmitEvent } from 'react'
import { confirmAction, lostChanges } from './confirm-action.ts'
import classes from './form-page.module.css'
import { useFirstFocus } from './use-first-focus.ts'
import { useFocusAfterBusy } from './use-focus-after-busy.ts'
import { PageHeader } from './page.tsx'
import pageClasses from './page.module.css'

export interface FormPageProps {
  title: string
  /** Broad where its fields are a table of names. */
  width?: 'narrow' | 'broad'
  /** What the form is about, under the title, such as the name of the plan. */
  subject?: ReactNode
  /** The fields, in two columns where the screen is wide enough. */
  children: ReactNode
  /** Buttons that do something else to the record. */
  actions?: ReactNode
  /** The record is being read. */
  loading: boolean
  saving: boolean
  /** Whether leaving loses something: then the button is 'Cancelar' and asks, else it is 'Voltar'. */
  unsaved: boolean
  /** The number of attempts to save that left wrong fields; after each, the first wrong field gets the focus. */
  corrections: number
  /** Why the form can't be saved until its record is read again; null where it can. */
  conflict: { message: string; onReload: () => void; reloading: boolean } | null
  /** Absent where there is nothing to save. */
  onSave?: () => void
  /** Leaves; where something would be lost, called once the person has confirmed that. */
  onCancel: () => void
}

/** A field that needs correction; a select of several has its input inside of what is marked. */
const wrongField = ':is(input, select, textarea):is([data-error], [data-error] *)'

/** A form with Cancelar and Salvar (console.md §2); its first field has the focus. */
export function FormPage(props: FormPageProps) {
  const {
    title,
    width = 'narrow',
    subject,
    children,
    actions,
    loading,
    saving,
    unsaved,
    conflict,
  } = props
  const { corrections, onSave, onCancel } = props
  const form = useRef<HTMLFormElement>(null)
  const saveButton = useFocusAfterBusy(saving)
  useFirstFocus(form, !loading)

  useEffect(() => {
    if (corrections > 0) form.current?.querySelector<HTMLElement>(wrongField)?.focus()
  }, [corrections])

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!saving && !loading) onSave?.()
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
      <PageHeader title={title} subject={subject} actions={actions} />
      <div className={classes['fields']}>{loading ? <FieldSkeletons /> : children}</div>
      <footer className={classes['footer']}>
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
      {conflict && <Conflict {...conflict} />}
    </form>
  )
}

/** Below the buttons, so that they stay under the pointer that has just pressed one of them. */
function Conflict({ message, onReload, reloading }: NonNullable<FormPageProps['conflict']>) {
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => alert.current?.scrollIntoView({ block: 'nearest' }), [])
  return (
    <Alert
      ref={alert}
      className={classes['conflict'] ?? ''}
      color="yellow"
      icon={<IconAlertTriangle size={18} stroke={1.8} aria-hidden="true" />}
    >
      <div className={classes['conflictText']}>
        <p>{message}</p>
        <Button variant="default" size="xs" loading={reloading} onClick={onReload}>
          Recarregar
        </Button>
      </div>
    </Alert>
  )
}

function FieldSkeletons() {
  return (
    <>
      <Skeleton height={36} mt={22} />
      <Skeleton height={36} mt={22} />
    </>
  )
}

import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useRef, useState, useSyncExternalStore, type SubmitEvent } from 'react'
import type { CompanySpid } from '../../contract/spids.ts'
import { openConfirmation } from '../confirm-identity/confirm-identity-request.ts'
import { useUnsavedChanges } from '../form/use-unsaved-changes.ts'
import { confirmAction, openQuestion } from '../ui/confirm-action.ts'
import { ConflictPanel, type Conflict } from '../ui/conflict-panel.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorLine } from '../ui/error-line.tsx'
import { notify } from '../ui/notify.ts'
import { useReturnFocus } from '../ui/use-return-focus.ts'
import { SpidFields } from './spid-fields.tsx'
import {
  entriesOf,
  problemOfAdding,
  problemOfSaving,
  spidChanges,
  type SpidProblem,
  type SpidRow,
} from './spid-rows.ts'
import classes from './spids-modal.module.css'

interface SpidsModalProps {
  /** The stored SPIDs, or those of the unsaved new company. */
  spids: readonly CompanySpid[]
  /** Explains when changes in this modal take effect. */
  lead: string
  saving: boolean
  /** Version conflict that prevents saving until the user has decided about it. */
  conflict?: Conflict | null
  onSave: (spids: CompanySpid[]) => void
  onClose: () => void
}

/** The modal 'Gerenciamento de SPID' (console.md §2, §5). Give it a new key to replace what was typed by `spids`. */
export function SpidsModal(props: SpidsModalProps) {
  const { spids, lead, saving, conflict, onSave, onClose } = props
  const [rows, setRows] = useState(() => rowsOf(spids))
  const [problem, setProblem] = useState<SpidProblem | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const saveButton = useRef<HTMLButtonElement>(null)
  const covered = useCovered()
  useReturnFocus()
  useEffect(() => {
    if (problem?.key !== undefined)
      list.current?.querySelector<HTMLElement>('input[data-error]')?.focus()
  }, [problem])

  const shown = useRef(rows.length)
  useEffect(() => {
    // Focuses a newly added row.
    if (rows.length > shown.current)
      list.current?.lastElementChild?.querySelector<HTMLElement>('input')?.focus()
    shown.current = rows.length
  }, [rows.length])

  const typed = rows.filter(({ spid, description }) => `${spid}${description}`.trim() !== '')
  const unsaved = spidChanges(spids, entriesOf(typed)).length > 0
  useUnsavedChanges(unsaved)

  const change = (changed: SpidRow) => {
    setRows(rows.map((row) => (row.key === changed.key ? changed : row)))
    if (problem?.key === undefined || problem.key === changed.key) setProblem(null)
  }
  const addRow = () => {
    const found = problemOfAdding(rows)
    setProblem(found)
    if (!found) setRows([...rows, emptyRow(rows)])
  }
  const remove = (removed: SpidRow) => {
    setRows(rows.filter(({ key }) => key !== removed.key))
    setProblem(null)
    add.current?.focus()
    notify.success('SPID removido')
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (conflict) return panel.current?.focus()
    const found = problemOfSaving(rows)
    setProblem(found)
    if (!found && !saving) onSave(entriesOf(rows))
  }
  const close = async () => {
    if (saving) return
    if (!unsaved || (await confirmAction('Deseja realmente cancelar a operação?'))) onClose()
  }
  return (
    <Dialog
      opened
      onClose={() => void close()}
      closeOnEscape={!covered}
      closeOnClickOutside={false}
      title="Gerenciamento de SPID"
      size="lg"
    >
      <form onSubmit={submit} noValidate aria-busy={saving}>
        <p className={classes['lead']}>{lead}</p>
        <div ref={list} className={classes['rows']}>
          {rows.map((row, index) => (
            <SpidFields
              key={row.key}
              row={row}
              number={index + 1}
              problem={problem?.key === row.key ? problem : null}
              onChange={change}
              onRemove={() => remove(row)}
            />
          ))}
        </div>
        <Button
          ref={add}
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          onClick={addRow}
        >
          Adicionar SPID
        </Button>
        <div className={classes['problem']}>
          <ErrorLine>{problem?.key === undefined ? problem?.message : null}</ErrorLine>
        </div>
        {conflict && (
          <ConflictPanel
            conflict={conflict}
            panel={panel}
            onDecided={() => saveButton.current?.focus()}
          />
        )}
        <div className={classes['footer']}>
          <Button variant="default" disabled={saving} onClick={() => void close()}>
            {unsaved ? 'Cancelar' : 'Fechar'}
          </Button>
          <Button ref={saveButton} type="submit" loading={saving}>
            Salvar
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Returns a row for each SPID, or one empty row if there are none. */
const rowsOf = (spids: readonly CompanySpid[]): SpidRow[] =>
  spids.length > 0 ? spids.map((entry, key) => ({ ...entry, key })) : [emptyRow([])]

const emptyRow = (rows: readonly SpidRow[]): SpidRow => ({
  key: Math.max(-1, ...rows.map(({ key }) => key)) + 1,
  spid: '',
  description: '',
})

/** Returns whether a question or identity confirmation covers the modal. Escape then closes that instead. */
function useCovered(): boolean {
  const question = useSyncExternalStore(openQuestion.subscribe, openQuestion.get)
  const confirmation = useSyncExternalStore(openConfirmation.subscribe, openConfirmation.get)
  return question !== null || confirmation !== null
}

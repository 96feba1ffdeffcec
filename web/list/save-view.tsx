import { Button, Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { listViewNameMax } from '../../contract/limits.ts'
import { Dialog } from '../ui/dialog.tsx'
import classes from './list-views.module.css'

interface SaveViewProps {
  opened: boolean
  /** Whether the user may save views of the company. */
  shares: boolean
  onClose: () => void
  /** Returns false if the view was not saved. */
  onSave: (name: string, shared: boolean) => Promise<boolean>
}

/** Dialog that asks for the name of a new view. */
export function SaveView({ opened, onClose, ...props }: SaveViewProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Salvar esta visão" size="sm">
      <ViewForm {...props} onClose={onClose} />
    </Dialog>
  )
}

function ViewForm({ shares, onClose, onSave }: Omit<SaveViewProps, 'opened'>) {
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const save = async () => {
    if (busy) return
    setMissing(name.trim() === '')
    if (name.trim() === '') return
    setBusy(true)
    try {
      if (await onSave(name, shared)) onClose()
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className={classes['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // React lets the event bubble to the form of the list, which contains the menu.
        event.stopPropagation()
        void save()
      }}
    >
      <p className={classes['lead']}>Guarda a busca, os filtros e a ordem desta lista.</p>
      <TextInput
        label="Nome da visão"
        required
        maxLength={listViewNameMax}
        value={name}
        error={missing && 'Informe o nome da visão.'}
        onChange={({ currentTarget: { value } }) => setName(value)}
      />
      {shares && (
        <Checkbox
          label="Para todos da empresa"
          checked={shared}
          onChange={({ currentTarget: { checked } }) => setShared(checked)}
        />
      )}
      <Button type="submit" aria-disabled={busy || undefined}>
        Salvar
      </Button>
    </form>
  )
}

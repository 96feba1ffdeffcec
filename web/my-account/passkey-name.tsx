import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { passkeyNameMax, type Passkey } from '../../contract/passkeys.ts'
import { call } from '../api/api-client.ts'
import { refusalOf } from '../form/show-refusal.ts'
import { DecisionButtons } from '../ui/decision-buttons.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { notify } from '../ui/notify.ts'
import { useReturnFocus } from '../ui/use-return-focus.ts'
import classes from './my-account.module.css'

interface PasskeyNameProps {
  passkey: Passkey
  /** Whether the passkey was just created, and its name is the proposed one. */
  created: boolean
  onClose: () => void
  onRenamed: () => void
}

/** Dialog with the name of a passkey. After the creation it proposes the name of the authenticator. */
export function PasskeyName({ passkey, created, onClose, onRenamed }: PasskeyNameProps) {
  useReturnFocus()
  const [name, setName] = useState(passkey.name)
  const [mistake, setMistake] = useState<string | null>(null)
  const rename = useMutation({
    mutationFn: () => call('passkeyRename', { params: { id: String(passkey.id) }, body: { name } }),
    onSuccess: () => {
      notify.success('Nome da chave de acesso salvo.')
      onRenamed()
      onClose()
    },
    onError: (error) => setMistake(refusalOf(error)?.httpMessage ?? null),
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const missing = name.trim() === ''
    setMistake(missing ? 'Informe o nome da chave de acesso.' : null)
    if (missing || rename.isPending) return
    if (name.trim() === passkey.name) onClose()
    else rename.mutate()
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      size="sm"
      title={created ? 'Chave de acesso criada' : 'Renomear chave de acesso'}
    >
      <form className={classes['form']} onSubmit={submit} noValidate>
        <TextInput
          label="Nome"
          description={
            created
              ? 'Dê um nome que diga onde ela está guardada, como Celular do trabalho.'
              : undefined
          }
          required
          withAsterisk={false}
          maxLength={passkeyNameMax}
          value={name}
          error={mistake}
          errorProps={{ role: 'alert' }}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onChange={({ currentTarget: { value } }) => setName(value)}
          data-autofocus
        />
        <DecisionButtons answers={false} danger={false} onCancel={created ? undefined : onClose}>
          <Button type="submit" fullWidth={created} aria-disabled={rename.isPending || undefined}>
            Salvar nome
          </Button>
        </DecisionButtons>
      </form>
    </Dialog>
  )
}

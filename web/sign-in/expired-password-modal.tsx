import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState, type SubmitEvent } from 'react'
import { problems } from '../../contract/problems.ts'
import { call } from '../api/api-client.ts'
import { toSignIn } from '../paths.ts'
import { storage } from '../storage.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorLine } from '../ui/error-line.tsx'
import { notify } from '../ui/notify.ts'
import { firstMistakeInPassword } from './mistakes.ts'
import { NewPasswordFields, type NewPassword } from './new-password-fields.tsx'
import { passwordProblemOf } from './password-problem.ts'
import classes from './passwords.module.css'
import { useMistakes } from './use-mistakes.ts'

interface ExpiredPasswordModalProps {
  email: string
  onClose: () => void
}

/** Modal that replaces an expired password, authorised by the temporary token in `tempToken` (portal.md §4). */
export default function ExpiredPasswordModal({ email, onClose }: ExpiredPasswordModalProps) {
  const [values, setValues] = useState<NewPassword>({ newPassword: '', repeat: '' })
  const [mistakes, setMistakes, form] = useMistakes<keyof NewPassword | 'form'>()
  const navigate = useNavigate()
  const renew = useMutation({
    mutationFn: (newPassword: string) =>
      call('userSetPasswordExpired', {
        body: { email, newPassword, access_token: storage.get('tempToken') ?? '' },
      }),
    onSuccess: () => {
      notify.success('Senha alterada com sucesso, realize o login com a nova senha.')
      const to = toSignIn({ typedEmail: email, passwordSet: true })
      void navigate({ ...to, search: true, replace: true })
      onClose()
    },
    onError: (error) => {
      const problem = passwordProblemOf(error, problems['mfa-refused'].message)
      setMistakes('field' in problem ? { newPassword: problem.field } : problem)
    },
  })
  // The temporary token is only valid for setting the password, so remove it when the modal closes.
  useEffect(() => () => storage.remove('tempToken'), [])

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const found = firstMistakeInPassword(values)
    setMistakes(found)
    if (!found) renew.mutate(values.newPassword)
  }

  return (
    <Dialog opened onClose={onClose} closeOnClickOutside={false} title="Sua senha expirou">
      <form ref={form} className={classes['form']} onSubmit={submit} noValidate>
        <p className={classes['lead']}>
          Por segurança, as senhas têm prazo de validade. Crie uma nova para continuar.
        </p>
        <NewPasswordFields
          email={email}
          value={values}
          mistakes={mistakes}
          onChange={(part) => {
            setMistakes(null)
            setValues((before) => ({ ...before, ...part }))
          }}
        />
        <ErrorLine>{mistakes.form}</ErrorLine>
        <Button type="submit" fullWidth loading={renew.isPending}>
          Salvar nova senha
        </Button>
      </form>
    </Dialog>
  )
}

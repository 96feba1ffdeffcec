import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { call } from '../api/api-client.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorLine } from '../ui/error-line.tsx'
import { notify } from '../ui/notify.ts'
import { firstMistakeInAnswer, firstMistakeInPassword } from './mistakes.ts'
import { NewPasswordFields, type NewPassword } from './new-password-fields.tsx'
import { passwordProblemOf } from './password-problem.ts'
import classes from './passwords.module.css'
import { PasswordSet } from './password-set.tsx'
import { SecretAnswer } from './secret-answer.tsx'
import { SecretQuestion } from './secret-question.tsx'
import { useMistakes } from './use-mistakes.ts'

const success = 'Senha redefinida com sucesso. Faça login com sua nova senha.'
/** Milliseconds for which the message stays in the modal, and the toast before the reload (portal.md §9). */
const messageDelay = 3000
const reloadDelay = 2000

/** The sign-in with a temporary password that the first access continues. */
export interface FirstAccess {
  session: string
  email: string
  temporaryPassword: string
}

interface Values extends NewPassword {
  question: number | null
  response: string
}

/** First access: a new password and a secret question replace the temporary password (portal.md §2). */
export default function FirstAccessModal({
  access,
  onClose,
}: {
  access: FirstAccess
  onClose: () => void
}) {
  const [values, setValues] = useState<Values>({
    newPassword: '',
    repeat: '',
    question: null,
    response: '',
  })
  const [mistakes, setMistakes, form] = useMistakes<keyof Values | 'form'>()
  const change = (part: Partial<Values>) => {
    setMistakes(null)
    setValues((before) => ({ ...before, ...part }))
  }
  const set = useMutation({
    mutationFn: ({ session, email, temporaryPassword }: FirstAccess) =>
      call('userSetPassword', {
        body: {
          session,
          email,
          oldPassword: temporaryPassword,
          newPassword: values.newPassword,
          secretQuestion: {
            user: email,
            question: values.question ?? 0,
            response: values.response,
          },
        },
      }),
    onError: (error) => {
      const problem = passwordProblemOf(error, 'Ocorreu um erro ao alterar a senha.')
      setMistakes('field' in problem ? { newPassword: problem.field } : problem)
    },
  })
  useReloadAfter(set.isSuccess, onClose)

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const found = firstMistakeInPassword(values) ?? firstMistakeInAnswer(values)
    setMistakes(found)
    if (!found) set.mutate(access)
  }

  return (
    <Dialog
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      withCloseButton={!set.isSuccess}
      closeOnEscape={!set.isSuccess}
      title="Primeiro acesso"
    >
      {set.isSuccess ? (
        <PasswordSet>{success}</PasswordSet>
      ) : (
        <form ref={form} className={classes['form']} onSubmit={submit} noValidate>
          <p className={classes['lead']}>
            Você entrou com uma senha temporária. Crie a sua senha e escolha uma pergunta secreta,
            que ajuda a recuperar a conta.
          </p>
          <NewPasswordFields
            email={access.email}
            value={values}
            mistakes={mistakes}
            onChange={change}
          />
          <SecretQuestion
            value={values.question}
            error={mistakes.question ?? null}
            onChange={(question) => change({ question })}
          />
          <SecretAnswer
            value={values.response}
            error={mistakes.response}
            onChange={(response) => change({ response })}
          />
          <ErrorLine>{mistakes.form}</ErrorLine>
          <Button type="submit" fullWidth loading={set.isPending}>
            Salvar nova senha
          </Button>
        </form>
      )}
    </Dialog>
  )
}

/** Shows the message for 3 s, then a toast, then reloads the page (portal.md §9). */
function useReloadAfter(done: boolean, onClose: () => void): void {
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  }, [onClose])
  useEffect(() => {
    if (!done) return undefined
    const timer = setTimeout(() => {
      close.current()
      notify.success(success)
      setTimeout(() => location.reload(), reloadDelay)
    }, messageDelay)
    return () => clearTimeout(timer)
  }, [done])
}

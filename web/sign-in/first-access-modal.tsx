import { Anchor, Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { call } from '../api/api-client.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { passkeyMessage } from '../passkeys/passkey-message.ts'
import { toSignIn } from '../paths.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorLine } from '../ui/error-line.tsx'
import { notify } from '../ui/notify.ts'
import { firstMistakeInAnswer, firstMistakeInPassword } from './mistakes.ts'
import { NewPasswordFields, type NewPassword } from './new-password-fields.tsx'
import { passwordProblemOf } from './password-problem.ts'
import classes from './passwords.module.css'
import { PasswordSet } from './password-set.tsx'
import {
  type ChosenProof,
  mistakeInProof,
  type NeededProof,
  proofToSend,
  SecondProofFields,
} from './second-proof.tsx'
import { SecretAnswer } from './secret-answer.tsx'
import { SecretQuestion } from './secret-question.tsx'
import { useMistakes } from './use-mistakes.ts'

const success = 'Senha redefinida com sucesso. Faça login com sua nova senha.'
/** Milliseconds for which the message stays in the modal, and the toast before the reload (portal.md §9). */
const messageDelay = 3000
const reloadDelay = 2000

/** The sign-in with a temporary password that this modal continues. */
export interface FirstAccess {
  session: string
  email: string
  temporaryPassword: string
  /** False after a recovery or a reset: the user then has a secret question, and keeps it by default. */
  isFirst: boolean
  /** The second proof of a recovery; absent if none is needed. */
  secondProof?: NeededProof | undefined
}

interface Values extends NewPassword, ChosenProof {
  question: number | null
  response: string
}

/**
 * First access: a new password and a secret question replace the temporary password (portal.md §2). After a recovery or
 * a reset, only the new password is required, and for an account with more protection a second proof (decision 96).
 */
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
    proof: access.secondProof?.proofs[0] ?? 'RECOVERY_CODE',
    code: '',
  })
  const { secondProof } = access
  const [asksQuestion, setAsksQuestion] = useState(access.isFirst)
  const [mistakes, setMistakes, form] = useMistakes<keyof Values | 'form'>()
  const change = (part: Partial<Values>) => {
    setMistakes(null)
    setValues((before) => ({ ...before, ...part }))
  }
  const set = useMutation({
    mutationFn: async ({ session, email, temporaryPassword }: FirstAccess) => {
      const proof = secondProof && (await proofToSend({ session, email }, values))
      return call('userSetPassword', {
        body: {
          session,
          email,
          oldPassword: temporaryPassword,
          newPassword: values.newPassword,
          ...(asksQuestion && {
            secretQuestion: {
              user: email,
              question: values.question ?? 0,
              response: values.response,
            },
          }),
          ...(proof && { proof }),
        },
      })
    },
    onError: (error) => {
      if (error instanceof ApiProblem && error.code === 'mfa-invalid-code')
        return setMistakes(
          values.proof === 'WEB_AUTHN' ? { form: error.httpMessage } : { code: error.httpMessage },
        )
      if (!(error instanceof ApiProblem)) return setMistakes({ form: passkeyMessage(error) })
      const problem = passwordProblemOf(error, 'Ocorreu um erro ao alterar a senha.')
      return setMistakes('field' in problem ? { newPassword: problem.field } : problem)
    },
  })
  useReloadAfter(set.isSuccess, access.email, onClose)

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const found =
      firstMistakeInPassword(values) ??
      (asksQuestion ? firstMistakeInAnswer(values) : null) ??
      (secondProof ? mistakeInProof(values) : null)
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
      title={access.isFirst ? 'Primeiro acesso' : 'Crie uma nova senha'}
    >
      {set.isSuccess ? (
        <PasswordSet>{success}</PasswordSet>
      ) : (
        <form ref={form} className={classes['form']} onSubmit={submit} noValidate>
          <p className={classes['lead']}>
            {access.isFirst
              ? 'Você entrou com uma senha temporária. Crie a sua senha e escolha uma pergunta secreta, que ajuda a recuperar a conta.'
              : 'Você entrou com uma senha temporária. Crie a sua nova senha; a pergunta secreta continua a mesma.'}
          </p>
          <NewPasswordFields
            email={access.email}
            value={values}
            mistakes={mistakes}
            onChange={change}
          />
          {asksQuestion ? (
            <>
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
            </>
          ) : (
            <Anchor
              className={classes['other'] ?? ''}
              component="button"
              type="button"
              size="sm"
              onClick={() => setAsksQuestion(true)}
            >
              Trocar também a pergunta secreta
            </Anchor>
          )}
          {secondProof && (
            <SecondProofFields
              needed={secondProof}
              value={values}
              mistakes={mistakes}
              onChange={change}
            />
          )}
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
function useReloadAfter(done: boolean, typedEmail: string, onClose: () => void): void {
  const navigate = useNavigate()
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  }, [onClose])
  useEffect(() => {
    if (!done) return undefined
    const reload = async () => {
      const to = toSignIn({ typedEmail, passwordSet: true })
      await navigate({ ...to, search: true, replace: true })
      location.reload()
    }
    const timer = setTimeout(() => {
      close.current()
      notify.success(success)
      setTimeout(() => void reload(), reloadDelay)
    }, messageDelay)
    return () => clearTimeout(timer)
  }, [done, navigate, typedEmail])
}

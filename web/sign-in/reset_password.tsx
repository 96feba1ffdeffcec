import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { useCaptcha } from './use-captcha.tsx'
import { toSignIn } from '../paths.ts'
import { call } from '../api/api-client.ts'
import { ApiProblem } from '../api/api-problem.ts'
import type { CaptchaMessage } from '../api/api-request.ts'
import { EntryPage } from '../ui/entry-page.tsx'
import { notify } from '../ui/notify.ts'
import { firstMistakeInAnswer, firstMistakeInEmail } from './mistakes.ts'
import { SecretAnswer } from './secret-answer.tsx'
import { SecretQuestion } from './secret-question.tsx'
import { useMistakes } from './use-mistakes.ts'

/** Milliseconds between any response and the navigation to the sign-in (portal.md §4). */
const leaveDelay = 400

interface Values {
  email: string
  question: number | null
  response: string
}

/**
 * Account recovery with the secret question (portal.md §2). The response is the same whether the account exists or not.
 */
export default function ResetPassword() {
  const navigate = useNavigate()
  const captcha = useCaptcha({ onFailure: 'proceed' })
  const typedEmail = useLocation({ select: ({ state }) => state.typedEmail ?? '' })
  const [values, setValues] = useState<Values>({
    email: typedEmail,
    question: null,
    response: '',
  })
  const emailField = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (typedEmail === '') emailField.current?.focus()
  }, [typedEmail])
  const [mistakes, setMistakes, form] = useMistakes<keyof Values>()
  const change = (part: Partial<Values>) => {
    setMistakes(null)
    setValues((before) => ({ ...before, ...part }))
  }
  const recover = useMutation({
    mutationFn: (message: CaptchaMessage | null) =>
      call('userRecoveryAccount', {
        captcha: message,
        body: {
          email: values.email.trim(),
          question: values.question ?? 0,
          response: values.response,
        },
      }),
    onSuccess: () =>
      notify.success('Se o e-mail informado estiver cadastrado, você receberá os acessos.'),
    onError: (error) => {
      if (!(error instanceof ApiProblem)) throw error
      notify.error('Erro ao tentar redefinir a senha, por favor contate um administrador.')
    },
    onSettled: (_, error) => {
      const state = { typedEmail: values.email.trim(), recovering: error === null }
      setTimeout(() => void navigate(toSignIn(state)), leaveDelay)
    },
  })

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (recover.isPending || recover.isSuccess || recover.isError) return
    const found = firstMistakeInEmail(values.email.trim()) ?? firstMistakeInAnswer(values)
    setMistakes(found)
    if (found) return
    const solved = await captcha.solve()
    if (solved.outcome === 'cancelled') return
    // Send the request anyway. The server refuses a recovery without a captcha token.
    if (solved.outcome === 'failed') notify.error('Captcha não validado.')
    recover.mutate(solved.captcha)
  }

  return (
    <>
      <EntryPage
        title="Recupere seu acesso"
        lead="Responda à pergunta secreta que você escolheu. Enviaremos uma senha temporária para o seu e-mail."
        otherWay={<Link {...toSignIn()}>Voltar para o login</Link>}
      >
        <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
          <TextInput
            ref={emailField}
            label="E-mail"
            type="email"
            name="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            withAsterisk={false}
            size="md"
            value={values.email}
            onChange={(event) => change({ email: event.currentTarget.value })}
            error={mistakes.email}
            errorProps={{ role: 'alert' }}
          />
          <SecretQuestion
            value={values.question}
            error={mistakes.question ?? null}
            size="md"
            onChange={(question) => change({ question })}
          />
          <SecretAnswer
            value={values.response}
            error={mistakes.response}
            size="md"
            onChange={(response) => change({ response })}
          />
          <Button type="submit" size="md" fullWidth loading={!recover.isIdle}>
            Recuperar acesso
          </Button>
        </form>
      </EntryPage>
      {captcha.dialog}
    </>
  )
}

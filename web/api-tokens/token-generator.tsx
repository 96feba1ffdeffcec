import { Button, TextInput } from '@mantine/core'
import { useRef, useState, type SubmitEvent } from 'react'
import { type apiTokens, wireEndDate, expirationError } from '../../contract/api-tokens.ts'
import { dayOf, startOfDay } from '../../contract/days.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { formatInstant } from '../../contract/shown.ts'
import { serverNow } from '../api/server-clock.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { showRefusal, type Refusals } from '../form/show-refusal.ts'
import { useRecordAction } from '../form/use-record-action.ts'
import { useUnsavedChanges } from '../form/use-unsaved-changes.ts'
import { confirmAction, lostChanges } from '../ui/confirm-action.ts'
import { useFocusAfterBusy } from '../ui/use-focus-after-busy.ts'
import classes from './token-management.module.css'

type Active = SuccessOf<typeof apiTokens.apiTokenList>['active']
type Created = SuccessOf<typeof apiTokens.apiTokenCreate>

interface TokenGeneratorProps {
  user: { id: number; name: string }
  /** The active token, which a new one revokes; undefined if the history could not be read. */
  active: Active | undefined
  mayGenerate: boolean
  onCreated: (created: Created) => void
  onRefused: () => void
  /** Returns to the list of users. */
  onCancel: () => void
}

/** Expiry date of a new token, and the button that creates it (console.md §2, §5). */
export function TokenGenerator(props: TokenGeneratorProps) {
  const { user, active, mayGenerate, onCreated, onRefused, onCancel } = props
  const [day, setDay] = useState('')
  const [wrong, setWrong] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  useUnsavedChanges(day !== '')
  const correct = (sentence: string) => {
    setWrong(sentence)
    field.current?.focus()
  }
  const generate = useRecordAction({
    write: (target: { userId: number; name: string }) =>
      callConfirmed(
        {
          describe: `Gerar um token para ${target.name}`,
          ...(active ? replacing(active, day) : { consequence: `Ele ${untilWhen(day)}` }),
        },
        'apiTokenCreate',
        { body: { userId: target.userId, ...(day !== '' && { endDate: wireEndDate(day) }) } },
      ),
    done: 'Token gerado com sucesso!',
    onDone(created) {
      setDay('')
      onCreated(created)
    },
    showProblem(problem) {
      const { endDate } = problem.fields
      if (endDate !== undefined) correct(endDate)
      else showRefusal(problem, refusalsOf(problem.code))
    },
    onRefused,
  })
  const button = useFocusAfterBusy(generate.busy)
  const onGenerate = (event: SubmitEvent) => {
    event.preventDefault()
    if (active === undefined || !mayGenerate) return
    const sentence = expirationError(startOfDay(day), active, serverNow() ?? new Date(0))
    if (sentence === undefined) generate.start({ userId: user.id, name: user.name })
    else correct(sentence)
  }
  const cancel = async () => {
    if (day === '' || (await confirmAction(cancelQuestion))) onCancel()
  }
  return (
    <form className={classes['generator']} onSubmit={onGenerate} noValidate>
      {mayGenerate && (
        <TextInput
          ref={field}
          className={classes['day'] ?? ''}
          type="date"
          label="Data Fim"
          description="Opcional. O token deixa de valer no início deste dia."
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          min={tomorrow()}
          max="9999-12-31"
          value={day}
          error={wrong}
          onChange={({ currentTarget }) => {
            setDay(currentTarget.value)
            setWrong(undefined)
          }}
        />
      )}
      <div className={classes['buttons']}>
        <Button variant="default" onClick={() => void cancel()}>
          Cancelar
        </Button>
        {mayGenerate && (
          <Button
            ref={button}
            type="submit"
            loading={generate.busy}
            aria-disabled={active === undefined || undefined}
          >
            Gerar novo token
          </Button>
        )}
      </div>
    </form>
  )
}

/** Returns the first selectable day by the server's clock; undefined before the first response. */
function tomorrow(): string | undefined {
  const now = serverNow()
  return now && dayOf(new Date(now.getTime() + 86_400_000))
}

/** Question and consequence of generating a token that replaces the active one (console.md §2). */
function replacing({ start, expiration_date }: NonNullable<Active>, day: string) {
  const until =
    expiration_date === null ? 'sem data de fim' : `até ${formatInstant(expiration_date)}`
  return {
    question: 'Usuário já possui um token ativo',
    consequence: `Gerar outro revoga o token ${start}… (${until}) imediatamente: os programas que o usam passam a ser recusados. O novo ${untilWhen(day)} Deseja continuar?`,
    danger: true,
  }
}

const cancelQuestion = {
  text: 'Deseja realmente cancelar a operação?',
  consequence: lostChanges,
  danger: true,
}

/** Expiry of the token, as shown in the identity confirmation. */
function untilWhen(day: string): string {
  const end = startOfDay(day)
  return end
    ? `vale até ${formatInstant(end.toISOString())}.`
    : 'não tem data de fim: vale até ser revogado.'
}

/** Error messages of console.md §8, with the server's reason where it gives one. */
const refusalsOf = (code: string): Refusals => ({
  failure:
    code === 'user-permissions-not-found'
      ? 'O usuário não possui um perfil válido para gerar tokens.'
      : 'Ocorreu um erro ao gerar o token.',
  reasons: ['api-token-beyond-own', 'api-token-made-meanwhile', 'user-not-active'],
})

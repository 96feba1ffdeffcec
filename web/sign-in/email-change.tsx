import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, useLocation, useSearch } from '@tanstack/react-router'
import { useRef, type ReactElement } from 'react'
import { formatInstant } from '../../contract/shown.ts'
import { call } from '../api/api-client.ts'
import { toSignIn } from '../paths.ts'
import { dangerOutlined } from '../ui/danger.ts'
import { EntryPage } from '../ui/entry-page.tsx'
import { ErrorLine } from '../ui/error-line.tsx'
import { linkProblem } from './link-problem.ts'
import classes from './passwords.module.css'

/**
 * Page of the links in the mails about a change of an e-mail (decision 98). Only its buttons change something, because
 * mail scanners open links.
 */
export default function EmailChange(): ReactElement {
  const { mailbox } = useSearch({ from: '/email-change' })
  const code = useLocation({ select: ({ hash }) => hash })
  const done = useRef<HTMLParagraphElement>(null)
  // The pressed button has disappeared by then.
  const onSuccess = () => requestAnimationFrame(() => done.current?.focus())
  const confirm = useMutation({
    onSuccess,
    mutationFn: async () => {
      const { state, takes_effect_at } = await call('emailChangeConfirm', { body: { code } })
      return confirmedSentence(state, takes_effect_at)
    },
  })
  const cancel = useMutation({
    onSuccess,
    mutationFn: async () => {
      await call('emailChangeRefuse', { body: { code } })
      return cancelledSentence
    },
  })
  const busy = confirm.isPending || cancel.isPending
  const outcome = cancel.data ?? confirm.data
  const error = cancel.error ?? confirm.error
  const problem = error && linkProblem(error, 'email-change-link-invalid')
  return (
    <EntryPage
      title="Alteração de e-mail"
      lead={
        mailbox === 'old'
          ? 'Pediram que outro endereço passe a ser o e-mail de acesso da sua conta.'
          : 'Pediram que este endereço passe a ser o e-mail de acesso de uma conta.'
      }
      otherWay={<Link {...toSignIn()}>Ir para o login</Link>}
    >
      {outcome !== undefined && (
        <p ref={done} className={classes['text']} tabIndex={-1}>
          {outcome}
        </p>
      )}
      {outcome === undefined && <ErrorLine>{problem?.message}</ErrorLine>}
      {outcome === undefined && !problem?.ended && (
        <>
          <Button size="md" fullWidth loading={busy} onClick={() => confirm.mutate()}>
            {mailbox === 'old' ? 'Confirmar alteração' : 'Confirmar este endereço'}
          </Button>
          {mailbox === 'old' && (
            <Button
              mt="sm"
              size="md"
              fullWidth
              variant="default"
              className={dangerOutlined}
              loading={busy}
              onClick={() => cancel.mutate()}
            >
              Cancelar alteração
            </Button>
          )}
        </>
      )}
    </EntryPage>
  )
}

const cancelledSentence =
  'A alteração foi cancelada, e o e-mail de acesso da conta continua o mesmo. Se você não conhece o pedido, abra também o outro endereço da mensagem, que encerra as suas sessões.'

function confirmedSentence(state: 'done' | 'waiting' | 'ended', at: string | null): string {
  if (state === 'done') return 'A alteração foi feita. Entre com o novo e-mail.'
  if (state === 'ended') return 'Este endereço não pode ser usado. O e-mail da conta não mudou.'
  return at === null
    ? 'Confirmado. Falta a confirmação do novo endereço.'
    : `Confirmado. A alteração vale assim que o endereço atual confirmar, ou em ${formatInstant(at)}.`
}

import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useRef } from 'react'
import { recoveryFreezeHours } from '../../contract/constants.ts'
import { problems } from '../../contract/problems.ts'
import { call } from '../api/api-client.ts'
import { toResetPassword, toSignIn } from '../paths.ts'
import { EntryPage } from '../ui/entry-page.tsx'
import { dangerFilled } from '../ui/danger.ts'
import { ErrorLine } from '../ui/error-line.tsx'
import { linkProblem } from './link-problem.ts'
import classes from './passwords.module.css'

/**
 * Page of the link 'Não fui eu' in security notices (decision 97). Only the button reports, because mail scanners open
 * links. The page shows nothing about the account.
 */
export default function NotMe() {
  // In the fragment, so that no log contains it.
  const token = useLocation({ select: ({ hash }) => hash }) || undefined
  const done = useRef<HTMLParagraphElement>(null)
  const report = useMutation({
    mutationFn: (typed: string) => call('accountReport', { body: { token: typed } }),
    onSuccess: () => requestAnimationFrame(() => done.current?.focus()),
  })
  const invalid = token === undefined
  return (
    <EntryPage
      title="Não foi você?"
      lead="Avise, e a sua conta fica protegida enquanto alguém confere o que aconteceu."
      otherWay={<Link {...toSignIn()}>Ir para o login</Link>}
    >
      {report.isSuccess ? (
        <div className={classes['form']}>
          <p ref={done} className={classes['text']} tabIndex={-1}>
            Obrigado por avisar. As suas sessões foram encerradas, as recuperações e a alteração do
            e-mail em espera foram canceladas, e quem administra o acesso da sua empresa foi
            avisado.
          </p>
          <p className={classes['text']}>
            Agora peça uma nova senha a quem administra a sua conta: novas recuperações ficam
            suspensas por {recoveryFreezeHours} horas. Com chave de acesso ou aplicativo
            autenticador, você mesmo pode liberá-las em <strong>Minha conta</strong> e depois usar{' '}
            <strong>Esqueceu sua senha?</strong>.
          </p>
        </div>
      ) : (
        <div className={classes['form']}>
          <p className={classes['text']}>Ao avisar:</p>
          <ul className={classes['points']}>
            <li>
              todas as suas sessões são encerradas, também a sua, se você estiver usando o portal;
            </li>
            <li>
              recuperações da conta e alterações do e-mail em espera são canceladas, e novas ficam
              suspensas por {recoveryFreezeHours} horas;
            </li>
            <li>quem administra o acesso da sua empresa é avisado.</li>
          </ul>
          <ErrorLine>
            {invalid
              ? problems['report-link-expired'].message
              : report.error && linkProblem(report.error, 'report-link-expired').message}
          </ErrorLine>
          <Button
            size="md"
            fullWidth
            className={dangerFilled}
            loading={report.isPending}
            disabled={invalid}
            onClick={() => token !== undefined && report.mutate(token)}
          >
            Proteger a minha conta
          </Button>
          <p className={classes['text']}>
            Foi você, ou só esqueceu a senha? <Link {...toResetPassword()}>Recupere o acesso</Link>.
          </p>
        </div>
      )}
    </EntryPage>
  )
}

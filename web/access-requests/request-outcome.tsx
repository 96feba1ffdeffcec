import type { AccessRequestDetails } from '../../contract/access-requests.ts'
import { periodText } from '../../contract/assignment-periods.ts'
import { formatInstant } from '../../contract/shown.ts'
import { RecordCard, RecordFacts, type Facts } from '../form/record-parts.tsx'
import { useSession } from '../session-state/session.ts'
import classes from './request-form.module.css'

/** Card with the decision about a request, or why the user does not decide it. */
export function RequestOutcome({ request }: { request: AccessRequestDetails }) {
  const own = useSession().userData?.user.id === request.requester.id
  const { state, answer } = request
  return (
    <RecordCard id="decisao" title="Decisão">
      {state === 'pending' && (
        <p className={classes['text']}>
          {own
            ? 'Ninguém decide o próprio pedido: outra pessoa precisa decidir.'
            : 'Quem decide é o usuário master da empresa ou um administrador.'}
        </p>
      )}
      {state === 'expired' && <p className={classes['text']}>O pedido venceu sem decisão.</p>}
      {state === 'withdrawn' && <p className={classes['text']}>A pessoa desistiu do pedido.</p>}
      {(state === 'approved' || state === 'refused') && <RecordFacts facts={decisionOf(request)} />}
      {answer !== null && <p className={classes['answer']}>{answer}</p>}
    </RecordCard>
  )
}

function decisionOf({ state, decided_by, decided_at, approved }: AccessRequestDetails): Facts {
  const by = decided_by ?? 'Alguém que você não pode ver'
  return {
    [state === 'approved' ? 'Aprovado por' : 'Recusado por']: by,
    Em: decided_at && formatInstant(decided_at),
    ...(approved && {
      Perfil: approved.profile?.name ?? 'Perfil que você não pode ver',
      SPIDs: approved.spids.length === 0 ? 'Todos' : approved.spids.join(', '),
      Prazo: periodText(approved),
    }),
  }
}

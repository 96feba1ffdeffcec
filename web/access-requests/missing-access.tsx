import type { AccessRequestDetails } from '../../contract/access-requests.ts'
import { accessObstacles, type AccessObstacle } from '../../contract/user-profiles.ts'
import { RecordCard } from '../form/record-parts.tsx'
import { Termo } from '../links/termo.tsx'
import classes from './request-form.module.css'

interface MissingAccessProps {
  request: AccessRequestDetails
  why: NonNullable<AccessRequestDetails['why']>
}

/** Card with the missing links, and with the seats of the module. */
export function MissingAccess({ request: { module, seat_taken }, why }: MissingAccessProps) {
  const { limit, used, free } = why.seats
  return (
    <RecordCard id="falta" title="O que falta">
      {why.allowed ? (
        <p className={classes['text']}>Nada: a pessoa já tem este acesso.</p>
      ) : (
        <ul className={classes['obstacles']}>
          {obstaclesOf(why).map((obstacle) => (
            <li key={obstacle}>{accessObstacles[obstacle]}</li>
          ))}
        </ul>
      )}
      <p className={classes['text']} data-none={(free === 0 && !seat_taken) || undefined}>
        <Termo of="seat">Licenças</Termo>
        {` de ${module.name} na empresa: ${used} de ${limit} em uso, ${free === 1 ? '1 livre' : `${free} livres`}. `}
        {seat_taken
          ? 'A pessoa já ocupa uma, e aprovar não usa outra.'
          : free === 0
            ? 'Sem licença livre, o pedido não pode ser aprovado.'
            : 'Aprovar usa uma.'}
      </p>
    </RecordCard>
  )
}

/** Returns the obstacles that apply to every profile; without any, those of the profiles that the person holds. */
function obstaclesOf({ missing, ways }: MissingAccessProps['why']): AccessObstacle[] {
  const all = missing.length > 0 ? missing : ways.flatMap((way) => way.missing)
  return [...new Set(all)]
}

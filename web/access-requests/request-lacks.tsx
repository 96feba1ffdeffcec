import type { AccessRequestDetails } from '../../contract/access-requests.ts'
import { accessObstacles, type AccessObstacle } from '../../contract/user-profiles.ts'
import { RecordCard } from '../form/record-parts.tsx'
import { Termo } from '../links/termo.tsx'
import classes from './request-form.module.css'

interface RequestLacksProps {
  request: AccessRequestDetails
  why: NonNullable<AccessRequestDetails['why']>
}

/** Card with the missing links, and with the seats of the module. */
export function RequestLacks({ request: { module, seat_taken }, why }: RequestLacksProps) {
  const { limit, used, free } = why.seats
  return (
    <RecordCard id="falta" title="O que falta">
      {why.allowed ? (
        <p className={classes['text']}>Nada: a pessoa já tem este acesso.</p>
      ) : (
        <ul className={classes['lacks']}>
          {lacksOf(why).map((lack) => (
            <li key={lack}>{accessObstacles[lack]}</li>
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

/** Returns what is missing: for all profiles, otherwise what the profiles that the person has lack. */
function lacksOf({ missing, ways }: RequestLacksProps['why']): AccessObstacle[] {
  const all = missing.length > 0 ? missing : ways.flatMap((way) => way.missing)
  return [...new Set(all)]
}

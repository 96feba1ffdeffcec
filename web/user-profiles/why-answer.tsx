import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { accessObstacles } from '../../contract/user-profiles.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { queryOf } from '../api/query-of.ts'
import { formatInstant } from '../../contract/shown.ts'
import { StatusMark } from '../ui/status-mark.tsx'
import classes from './why-panel.module.css'
import { WhyActs } from './why-acts.tsx'
import type { Question } from './why-question.tsx'

type Why = SuccessOf<Api['userProfileWhy']>
type Way = Why['ways'][number]

/** Explains whether the access check would allow this request, and why (decision 30). */
export function WhyAnswer({ userId, question }: { userId: number; question: Question }) {
  const { company, module } = question
  const { data, error, isFetching, refetch } = useQuery({
    ...whyQuery(userId, question),
    enabled: company !== null && module !== null,
  })
  return (
    <>
      <output
        className={classes['answer']}
        aria-label="Resposta"
        aria-busy={isFetching}
        data-allowed={error ? undefined : data?.allowed}
      >
        {data && !error && <Verdict why={data} />}
      </output>
      {data && !error && <WhyActs why={data} />}
      {error && (
        <div className={classes['failed']} role="alert">
          <p>{error instanceof ApiProblem ? error.httpMessage : 'Erro inesperado.'}</p>
          <Button variant="default" size="xs" onClick={() => void refetch()}>
            Tentar novamente
          </Button>
        </div>
      )}
    </>
  )
}

function whyQuery(userId: number, question: Question) {
  const { company, spid, module, function: held, action } = question
  return queryOf('userProfileWhy', {
    params: { id: String(userId) },
    query: {
      company_id: String(company),
      module_id: String(module?.id),
      ...(spid !== null && { spid }),
      ...(held && { function_id: String(held.id) }),
      ...(action && { action_id: String(action.id) }),
    },
  })
}

function Verdict({ why }: { why: Why }) {
  const { allowed, missing, ways, seats, module } = why
  return (
    <>
      <p className={classes['verdict']}>
        <StatusMark on={allowed}>{allowed ? 'Permitido' : 'Não permitido'}</StatusMark>
        <span>{placeOf(why)}</span>
      </p>
      {missing.length > 0 && (
        <ul aria-label="O que falta">
          {missing.map((link) => (
            <li key={link}>{accessObstacles[link]}</li>
          ))}
        </ul>
      )}
      {ways.length > 0 && (
        <>
          <h3 id="caminhos">Perfis que a pessoa tem neste módulo</h3>
          <ul className={classes['paths']} aria-labelledby="caminhos">
            {ways.map((path, index) => (
              <li key={index}>
                <WayLine path={path} />
              </li>
            ))}
          </ul>
        </>
      )}
      <p className={classes['seats']}>
        {`Licenças de ${module.name} na empresa: ${seats.used} de ${seats.limit} em uso, ${seats.free === 1 ? '1 livre' : `${seats.free} livres`}.`}
      </p>
    </>
  )
}

function placeOf({ user, company, module, spid, function: held, action }: Why): string {
  return [
    user.name,
    company.name,
    spid !== null && `SPID ${spid}`,
    module.name,
    held && `função ${held.name}`,
    action && `ação ${action.name}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

function WayLine({ path }: { path: Way }) {
  const { profile, by, spid, begin_date: begin, end_date: end, allowed, missing } = path
  const how = [
    by === 'delegation' ? 'por delegação' : 'dado à pessoa',
    spid === null ? 'todos os SPIDs' : `SPID ${spid}`,
    begin !== null && `de ${formatInstant(begin)}`,
    (by === 'delegation' || end !== null) &&
      (end === null ? 'sem fim' : `até ${formatInstant(end)}`),
  ]
  return (
    <>
      <strong>{profile?.name ?? 'Perfil que você não pode ver'}</strong>
      <small>{how.filter(Boolean).join(' · ')}</small>
      <span>{allowed ? 'Dá este acesso.' : lackOf(missing)}</span>
    </>
  )
}

/**
 * Describes what a profile lacks to give the access. If it lacks nothing, the conditions listed above prevent the
 * access; they concern all profiles.
 */
const lackOf = (missing: Way['missing']): string =>
  missing.length === 0
    ? 'Daria este acesso, não fosse o que falta acima.'
    : missing.map((link) => accessObstacles[link]).join(' ')

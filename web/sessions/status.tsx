import { useQuery } from '@tanstack/react-query'
import { Skeleton } from '@mantine/core'
import { consoleModuleId } from '../../contract/constants.ts'
import { problems } from '../../contract/problems.ts'
import { useAccountScreens, useMonitoringScreens } from '../frame/other-screens.ts'
import { toAccessPage, toScreen, toSignOut, toStatus } from '../paths.ts'
import { ButtonLink } from '../links/button-link.tsx'
import { formatDateTime } from '../ui/format-date.ts'
import { useSession } from '../session-state/session.ts'
import { queryOf } from '../api/query-of.ts'
import classes from './status.module.css'

/** Facts about this session: user, company, module, SPID and expiry. */
export default function Status() {
  const { userData } = useSession()
  const validity = useQuery(queryOf('userValidate'))
  const others = [...useAccountScreens(), ...useMonitoringScreens()].filter(
    ({ place: { to } }) => to !== toStatus().to,
  )
  const company = userData?.companies.find(({ id }) => id === validity.data?.company_id)
  return (
    <div className={classes['status']}>
      <h1>Sua sessão</h1>
      {validity.isError ? (
        <p role="alert">{problems.internal.message}</p>
      ) : (
        <dl className={classes['facts']} aria-busy={validity.isPending}>
          <Fact name="Usuário" value={userData?.user.name} />
          <Fact name="E-mail" value={userData?.user.email} />
          <Fact
            name="Empresa"
            value={validity.data && (company?.name ?? 'Nenhuma empresa escolhida')}
          />
          <Fact name="Módulo" value={validity.data && moduleName(validity.data.module_id)} />
          <Fact name="SPID" value={validity.data && (validity.data.spid ?? 'Nenhum')} />
          <Fact
            name="Válida até"
            value={validity.data && formatDateTime(new Date(validity.data.expires_at * 1000))}
          />
        </dl>
      )}
      <div className={classes['actions']}>
        <ButtonLink {...toAccessPage()} variant="default">
          Ir para a página de acesso
        </ButtonLink>
        {others.map(({ label, place: { to, search } }) => (
          <ButtonLink key={to} {...toScreen(to, search)} variant="default">
            {label}
          </ButtonLink>
        ))}
        <ButtonLink {...toSignOut()} variant="default">
          Sair
        </ButtonLink>
      </div>
    </div>
  )
}

function Fact({ name, value }: { name: string; value: string | undefined }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value ?? <Skeleton height={14} width={160} />}</dd>
    </div>
  )
}

/** The console only has two kinds of token: the sign-in token, which has no module, and its own. */
function moduleName(id: number | null): string {
  if (id === null) return 'Nenhum módulo escolhido'
  return id === consoleModuleId ? 'Gestão de Acesso' : `Módulo ${id}`
}

import { useQuery } from '@tanstack/react-query'
import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { recoveryCodeCount } from '../../contract/factors.ts'
import { formatInstant } from '../../contract/shown.ts'
import { queryOf } from '../api/query-of.ts'
import { LoadingFacts, RecordFacts } from '../form/record-parts.tsx'
import { UserPanel } from './user-panel.tsx'
import type { User } from './user-values.ts'

type Factors = SuccessOf<Api['factorListOfUser']>

/** Second factors of a user: passkeys, authenticator app and recovery codes. Users of an identity provider have none. */
export function FactorPanel({ user: { id, federated } }: { user: User }) {
  const params = { userId: String(id) }
  const { data, isPending, isError, refetch } = useQuery({
    ...queryOf('factorListOfUser', { params }),
    enabled: !federated,
  })
  return (
    <UserPanel
      id="fatores"
      title="Segundo fator"
      lead="O que a pessoa usa para entrar além da senha. Só ela cria e remove, em Minha conta."
      loading={!federated && isPending}
      skeleton={<LoadingFacts labels={labels} />}
      onRetry={isError ? () => void refetch() : undefined}
    >
      {federated ? (
        <p>
          A pessoa entra pelo Acesso Federado: o provedor de identidade da empresa decide como ela
          entra.
        </p>
      ) : (
        data && <RecordFacts facts={factsOf(data)} />
      )}
    </UserPanel>
  )
}

const labels = ['Chaves de acesso', 'Aplicativo autenticador', 'Códigos de recuperação']

const factsOf = ({ passkeys, totp, recovery_codes: codes }: Factors) => ({
  'Chaves de acesso': passkeySentence(passkeys),
  'Aplicativo autenticador': totp === null ? 'Não' : `Sim, desde ${formatInstant(totp.created_at)}`,
  'Códigos de recuperação':
    codes === null ? 'Nunca gerados' : `${codes.unused} de ${recoveryCodeCount} sem uso`,
})

function passkeySentence({ count, last_used_at }: Factors['passkeys']): string {
  if (count === 0) return 'Nenhuma'
  const used =
    last_used_at === null ? 'ainda sem uso' : `último uso em ${formatInstant(last_used_at)}`
  return `${count}, ${used}`
}

import { maskCnpj } from '../../contract/cnpj.ts'
import { formatInstant } from '../../contract/shown.ts'
import { FactsSkeleton, RecordCard, RecordFacts, type Facts } from '../form/record-parts.tsx'
import { RecordLink } from '../links/record-link.tsx'
import { toCompanyRecord } from '../paths.ts'
import { UserStatusMark, statusOf } from '../ui/user-status.tsx'
import type { User } from './user-values.ts'

const title = 'Dados'

/** The facts of a user, in display order. */
function factsOf(user: User): Facts {
  const { name, email, phone_number, code, companies, accredit_id } = user
  const { last_access_at, created_at, update_at } = user
  return {
    Nome: name,
    'E-mail': email,
    Telefone: phone_number && `+${phone_number}`,
    Código: code,
    Empresas: companies.map(({ id, name: company, document }) => (
      <div key={id} title={maskCnpj(document)}>
        <RecordLink {...toCompanyRecord(id)} inline>
          {company}
        </RecordLink>
      </div>
    )),
    'Empresa de vínculo': companies.find(({ id }) => id === accredit_id)?.name,
    Status: (
      <>
        <UserStatusMark status={statusOf(user)} />
        {user.password_expired && ' · senha expirada'}
        {user.status === 1 && user.invitation && ' · aguarda o primeiro acesso'}
      </>
    ),
    'Último acesso': last_access_at === null ? 'Nunca' : formatInstant(last_access_at),
    'Data de criação': formatInstant(created_at),
    'Data de atualização': formatInstant(update_at),
  }
}

const labels = [
  'Nome',
  'E-mail',
  'Telefone',
  'Código',
  'Empresas',
  'Empresa de vínculo',
  'Status',
  'Último acesso',
  'Data de criação',
  'Data de atualização',
]

/** Card with the facts of a user. */
export function UserFacts({ user }: { user: User }) {
  return (
    <RecordCard id="dados" title={title}>
      <RecordFacts facts={factsOf(user)} />
    </RecordCard>
  )
}

/** Shape of `UserFacts`, while the user loads. */
export const UserFactsSkeleton = () => <FactsSkeleton title={title} labels={labels} />

import type { Profile } from '../../contract/profiles.ts'
import { formatInstant } from '../../contract/shown.ts'
import { FactsSkeleton, RecordCard, RecordFacts, type Facts } from '../form/record-parts.tsx'
import { termText } from '../form/term-of.ts'
import { useIsAdministrator } from '../session-state/use-allowed-actions.ts'
import { StatusMark } from '../ui/status-mark.tsx'

const title = 'Dados'

/** Status of a profile: deleted profiles are kept (console.md §4). */
export function ProfileStatusMark({ status }: Pick<Profile, 'status'>) {
  return <StatusMark on={status === 1}>{status === 1 ? 'Ativo' : 'Excluído'}</StatusMark>
}

/**
 * The facts of a profile, in display order. Only administrators see whether it is shown to companies and whether it is
 * a master profile (console.md §2).
 */
function factsOf(profile: Profile, administrator: boolean): Facts {
  const { name, module, status, company, accredited_enable, master_profile } = profile
  return {
    Nome: name,
    Serviço: module.Service.name,
    Módulo: module.name,
    Status: <ProfileStatusMark status={status} />,
    'Criado por': company?.name ?? 'Administrador',
    'Prazo máximo': termText(profile.assignment_days_max),
    ...(administrator && {
      'Exibido Para': accredited_enable ? 'Operadora' : 'Admin',
      'Perfil master': master_profile ? 'Sim' : 'Não',
    }),
    'Data de criação': formatInstant(profile.created_at),
    'Data de atualização': formatInstant(profile.updated_at),
  }
}

const labels = [
  'Nome',
  'Serviço',
  'Módulo',
  'Status',
  'Criado por',
  'Prazo máximo',
  'Exibido Para',
  'Perfil master',
  'Data de criação',
  'Data de atualização',
]

/** Card with the facts of a profile. */
export function ProfileFacts({ profile }: { profile: Profile }) {
  const administrator = useIsAdministrator()
  return (
    <RecordCard id="dados" title={title}>
      <RecordFacts facts={factsOf(profile, administrator)} />
    </RecordCard>
  )
}

/** Shape of `ProfileFacts`, while the profile loads. */
export const ProfileFactsSkeleton = () => <FactsSkeleton title={title} labels={labels} />

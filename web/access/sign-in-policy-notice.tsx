import { Alert } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import type { CompanyChoice } from '../../contract/access.ts'
import { RelatedLink } from '../links/related-link.tsx'
import { toMyAccount } from '../paths.ts'
import { formatDay } from '../ui/format-date.ts'

/** Tells users what their companies require of the sign-in, if they do not have it yet (decision 95). */
export function SignInPolicyNotice({ companies }: { companies: readonly CompanyChoice[] }) {
  const unprepared = companies.flatMap(({ id, name, sign_in_policy: required }) =>
    required?.ready === false ? [{ id, name, ...required }] : [],
  )
  if (unprepared.length === 0) return null
  return (
    <Alert mb="md" icon={<IconShieldLock size={18} stroke={1.7} aria-hidden="true" />}>
      {unprepared.map(({ id, name, policy, begin_date: begin }) => (
        <p key={id}>
          A partir de {formatDay(new Date(begin))}, <strong>{name}</strong> exige {required[policy]}{' '}
          para abrir módulos.
        </p>
      ))}
      <RelatedLink {...toMyAccount()} mt="xs">
        Configurar em Minha conta
      </RelatedLink>
    </Alert>
  )
}

const required = {
  'second-factor': 'o aplicativo autenticador ou a chave de acesso',
  passkey: 'a chave de acesso',
} as const

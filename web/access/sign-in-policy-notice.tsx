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
          {beginPhrase(new Date(begin))}, <strong>{name}</strong> exige {required[policy]} para
          abrir módulos.
        </p>
      ))}
      <RelatedLink {...toMyAccount()} mt="xs">
        Configurar em Minha conta
      </RelatedLink>
    </Alert>
  )
}

const required = {
  'second-factor': 'um aplicativo autenticador ou uma chave de acesso',
  passkey: 'uma chave de acesso',
} as const

/** Says from when a policy applies. Only the wording uses the clock of the browser. */
const beginPhrase = (begin: Date): string =>
  `${begin <= new Date() ? 'Desde' : 'A partir de'} ${formatDay(begin)}`

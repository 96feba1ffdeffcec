import { Button, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { dayOf } from '../../contract/days.ts'
import {
  policyDateError,
  signInPolicies,
  signInPolicyNames,
  type SignInPolicy as Policy,
} from '../../contract/sign-in-policies.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { useRecordAction } from '../form/use-record-action.ts'
import { Dialog } from '../ui/dialog.tsx'
import { formatDay } from '../ui/format-date.ts'
import type { SignInPolicy } from './company-sign-in-policy.tsx'
import type { Company } from './company-values.ts'

interface SignInPolicyModalProps {
  company: Company
  policy: SignInPolicy
  onSaved: (saved: SignInPolicy) => void
  /** Called after a refusal, which may be a conflict with another save. */
  onRefused: () => void
  onClose: () => void
}

/** Names that fit into the field on a telephone. */
const shortNames = { ...signInPolicyNames, 'second-factor': 'Chave de acesso ou aplicativo' }
const options = signInPolicies.map((value) => ({ value, label: shortNames[value] }))

/** Modal for the sign-in policy of a company. */
export function SignInPolicyModal({
  company,
  policy: read,
  onSaved,
  onRefused,
  onClose,
}: SignInPolicyModalProps) {
  const [policy, setPolicy] = useState<Policy>(read.policy)
  const before = read.begin_date === null ? '' : dayOf(new Date(read.begin_date))
  const [day, setDay] = useState(before)
  const [error, setError] = useState<string>()
  const save = useRecordAction({
    write: () =>
      callConfirmed(
        {
          describe: `Alterar a exigência de ${company.name} para entrar`,
          consequence: consequenceOf(policy, day),
        },
        'companySignInPolicyUpdate',
        {
          params: { id: String(company.id) },
          body: {
            policy,
            ...(policy !== 'none' && { begin_date: day }),
            version: read.version,
          },
        },
      ),
    done: 'Exigência salva com sucesso.',
    onDone: onSaved,
    onRefused,
  })
  const submit = () => {
    const unchanged = policy === read.policy && day === before
    const invalid =
      policy === 'none' || unchanged ? undefined : policyDateError(day || null, dayOf(new Date()))
    setError(invalid)
    if (invalid === undefined) save.start()
  }
  return (
    <Dialog opened onClose={onClose} title="Exigência para entrar">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Select
          label="Exigência"
          description="Vale para abrir módulos por esta empresa. Códigos por e-mail ou SMS não bastam."
          allowDeselect={false}
          data={options}
          value={policy}
          onChange={(value) => value && setPolicy(value)}
        />
        {policy !== 'none' && (
          <TextInput
            mt="md"
            type="date"
            label="A partir de"
            description="Até lá, a página de acesso orienta as pessoas a se preparar."
            required
            value={day}
            error={error}
            onChange={(event) => setDay(event.currentTarget.value)}
          />
        )}
        <Button type="submit" fullWidth mt="lg" loading={save.busy}>
          Salvar
        </Button>
      </form>
    </Dialog>
  )
}

function consequenceOf(policy: Policy, day: string): string {
  if (policy === 'none') return 'Qualquer forma de entrar volta a ser aceita.'
  const name = signInPolicyNames[policy].toLowerCase()
  return `A partir de ${formatDay(new Date(`${day}T12:00:00Z`))}, só abre módulos por esta empresa quem entrar com ${name}.`
}

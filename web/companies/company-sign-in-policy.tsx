import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { formatDay } from '../ui/format-date.ts'
import { signInPolicyNames } from '../../contract/sign-in-policies.ts'
import { queryOf } from '../api/query-of.ts'
import { FactsSkeleton, RecordCard, RecordFacts, type Facts } from '../form/record-parts.tsx'
import type { Company } from './company-values.ts'
import { SignInPolicyModal } from './sign-in-policy-modal.tsx'

export type SignInPolicy = SuccessOf<Api['companySignInPolicyGet']>

const title = 'Exigência para entrar'
const labels = ['Exigência', 'A partir de', 'Preparadas']

interface CompanySignInPolicyProps {
  company: Company
  /** Whether the signed-in user may change the company. */
  writes: boolean
  /** Called with the new version of the company after a save. */
  onSaved: (version: number) => void
}

/** Card with what a company requires of the sign-in, and how many people are ready for it (decision 95). */
export function CompanySignInPolicy({ company, writes, onSaved }: CompanySignInPolicyProps) {
  const queries = useQueryClient()
  const query = queryOf('companySignInPolicyGet', { params: { id: String(company.id) } })
  const { data } = useQuery(query)
  const [editing, setEditing] = useState(false)
  const change = writes && (
    <Button
      variant="default"
      size="xs"
      disabled={!data}
      leftSection={<IconPencil size={15} stroke={1.7} aria-hidden="true" />}
      onClick={() => setEditing(true)}
    >
      Alterar exigência
    </Button>
  )
  if (!data) return <FactsSkeleton title={title} action={change} labels={labels} />
  return (
    <RecordCard id="entrada" title={title} action={change}>
      <RecordFacts facts={factsOf(data)} />
      {editing && (
        <SignInPolicyModal
          company={company}
          policy={data}
          onSaved={(saved) => {
            queries.setQueryData(query.queryKey, saved)
            setEditing(false)
            onSaved(saved.version)
          }}
          onRefused={() => void queries.invalidateQueries(query)}
          onClose={() => setEditing(false)}
        />
      )}
    </RecordCard>
  )
}

function factsOf(data: SignInPolicy): Facts {
  const { policy, begin_date: begin, people, federated } = data
  const ready = policy === 'passkey' ? data.with_passkey : data.with_second_factor
  const provider = federated > 0 ? ` · ${federated} pelo provedor de identidade` : ''
  return {
    Exigência: signInPolicyNames[policy],
    'A partir de': begin && formatDay(new Date(begin)),
    [policy === 'passkey' ? 'Com chave de acesso' : 'Com segundo fator']:
      `${ready} de ${people} ${people === 1 ? 'pessoa ativa' : 'pessoas ativas'}${provider}`,
  }
}

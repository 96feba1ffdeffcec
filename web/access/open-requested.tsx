import { Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import type { CompanyChoice } from '../../contract/access.ts'
import type { OwnAccessRequest } from '../../contract/access-requests.ts'
import { destinationsOf } from './module-destination.ts'
import type { useOpenModule } from './use-open-module.ts'

interface OpenRequestedProps {
  request: OwnAccessRequest
  companies: readonly CompanyChoice[]
  opening: ReturnType<typeof useOpenModule>
}

/** Opens the module of an approved request. Nothing until the page has read that it can be opened. */
export function OpenRequested({ request, companies, opening }: OpenRequestedProps) {
  const { module, company, spid } = request
  const [destination] = destinationsOf(companies, {
    moduleId: module.id,
    companyId: company.id,
    required: {},
  })
  if (!destination) return null
  return (
    <Button
      loading={opening.isOpening(destination)}
      rightSection={<IconExternalLink size={16} stroke={1.9} aria-hidden="true" />}
      aria-label={`Acessar ${module.name}, ${company.name}`}
      onClick={() => void opening.open(destination, spid ?? undefined)}
    >
      Acessar
    </Button>
  )
}

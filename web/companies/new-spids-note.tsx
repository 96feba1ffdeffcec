import { ButtonLink } from '../links/button-link.tsx'
import { CreatedNote } from '../list/created-note.tsx'
import { toCompanyRecord, toUserList } from '../paths.ts'
import { useOpens } from '../session-state/use-granted-paths.ts'
import type { NewSpids } from './use-new-spids.ts'

interface NewSpidsNoteProps {
  companyId: number
  added: NewSpids
}

/** Says which SPIDs were just added to a company, and offers the next step (decision 80). */
export function NewSpidsNote({ companyId, added: { spids, clear } }: NewSpidsNoteProps) {
  const seesPeople = useOpens()(toUserList().to)
  if (spids.length === 0) return null
  const one = spids.length === 1
  return (
    <CreatedNote
      label={seesPeople ? 'Próximo passo' : 'Recém-criado'}
      saved="SPIDs salvos com sucesso"
      onClose={clear}
      links={
        seesPeople && (
          <ButtonLink {...toCompanyRecord(companyId, 'people')} size="xs">
            Ver pessoas
          </ButtonLink>
        )
      }
    >
      Recém-criado{one ? '' : 's'}: <strong>{spids.join(', ')}</strong>.
      {seesPeople &&
        ` Agora dê perfis ${one ? 'desse SPID' : 'desses SPIDs'} às pessoas da empresa.`}
    </CreatedNote>
  )
}

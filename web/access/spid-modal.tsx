import { Modal } from '@mantine/core'
import type { SpidChoice } from '../../contract/access.ts'
import { SearchableList } from '../ui/searchable-list.tsx'
import { ChoiceRow } from './choice-row.tsx'

interface SpidModalProps {
  spids: readonly SpidChoice[]
  onChoose: (spid: string) => void
  onClose: () => void
}

/** Which SPID of the company to enter the module with (portal.md §2). */
export function SpidModal({ spids, onChoose, onClose }: SpidModalProps) {
  const items = spids.map((choice, id) => ({ ...choice, id }))
  return (
    <Modal opened onClose={onClose} title="Empresa com múltiplos SPIDs, por favor selecione um">
      <SearchableList
        label="SPIDs"
        searchLabel="Buscar SPID"
        items={items}
        textOf={({ spid, description }) => `${spid} ${description}`}
        onFirstMatch={({ spid }) => onChoose(spid)}
      >
        {(item, stop) => (
          <ChoiceRow
            stop={stop}
            chosen={false}
            name={item.spid}
            detail={item.description}
            onPress={() => onChoose(item.spid)}
          />
        )}
      </SearchableList>
    </Modal>
  )
}

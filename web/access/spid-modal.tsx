import { Modal } from '@mantine/core'
import type { SpidChoice } from '../../contract/access.ts'
import { SearchableList } from '../ui/searchable-list.tsx'
import { ChoiceRow } from './choice-row.tsx'
import type { Destination } from './use-open-module.ts'

interface SpidModalProps {
  asking: { destination: Destination; spids: readonly SpidChoice[] } | null
  onChoose: (destination: Destination, spid: string) => void
  onClose: () => void
}

/** Which SPID of the company to enter the module with (portal.md §2). */
export function SpidModal({ asking, onChoose, onClose }: SpidModalProps) {
  const items = (asking?.spids ?? []).map((choice, id) => ({ ...choice, id }))
  const choose = ({ spid }: SpidChoice) => {
    if (asking) onChoose(asking.destination, spid)
  }
  return (
    <Modal
      opened={asking !== null}
      onClose={onClose}
      title="Empresa com múltiplos SPIDs, por favor selecione um"
    >
      <SearchableList
        label="SPIDs"
        searchLabel="Buscar SPID"
        items={items}
        textOf={({ spid, description }) => `${spid} ${description}`}
        onFirstMatch={choose}
      >
        {(item, stop) => (
          <ChoiceRow
            stop={stop}
            chosen={false}
            name={item.spid}
            detail={item.description}
            onPress={() => choose(item)}
          />
        )}
      </SearchableList>
    </Modal>
  )
}

import type { SpidChoice } from '../../contract/access.ts'
import { Dialog } from '../ui/dialog.tsx'
import { SearchableList } from '../ui/searchable-list.tsx'
import { SpidCard } from './spid-card.tsx'

interface SpidModalProps {
  spids: readonly SpidChoice[]
  /** SPID used last time: listed first and focused, so that Enter selects it again. */
  last: string | undefined
  onChoose: (spid: string) => void
  onClose: () => void
}

/** Modal for selecting the SPID with which a module opens (portal.md §2). */
export function SpidModal({ spids, last, onChoose, onClose }: SpidModalProps) {
  const items = spids
    .map((choice, id) => ({ ...choice, id }))
    .toSorted((one, other) => Number(other.spid === last) - Number(one.spid === last))
  return (
    <Dialog opened onClose={onClose} title="Empresa com múltiplos SPIDs, por favor selecione um">
      <SearchableList
        label="SPIDs"
        searchLabel="Buscar SPID"
        items={items}
        cards
        textOf={({ spid, description }) => `${spid} ${description}`}
        onFirstMatch={({ spid }) => onChoose(spid)}
      >
        {(item, stop) => (
          <SpidCard
            stop={stop}
            choice={item}
            last={item.spid === last}
            autoFocused={item === items[0]}
            onPress={() => onChoose(item.spid)}
          />
        )}
      </SearchableList>
    </Dialog>
  )
}

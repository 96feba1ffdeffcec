import type { SpidChoice } from '../../contract/access.ts'
import { Dialog } from '../ui/dialog.tsx'
import { SearchableList } from '../ui/searchable-list.tsx'
import { ChoiceRow } from './choice-row.tsx'

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
        textOf={({ spid, description }) => `${spid} ${description}`}
        onFirstMatch={({ spid }) => onChoose(spid)}
      >
        {(item, stop) => (
          <ChoiceRow
            stop={stop}
            chosen={item.spid === last}
            autoFocused={item === items[0]}
            name={item.spid}
            detail={item.spid === last ? lastUsed(item.description) : item.description}
            onPress={() => onChoose(item.spid)}
          />
        )}
      </SearchableList>
    </Dialog>
  )
}

const lastUsed = (description: string) =>
  description === '' ? 'Usado da última vez' : `${description} · usado da última vez`

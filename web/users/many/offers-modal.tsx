import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ManyOffers } from '../../../contract/many-user-profiles.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import type { SelectedPeople } from './selected-people.ts'
import { useManyOffers } from './use-many-offers.ts'

interface OffersModalProps {
  title: string
  people: SelectedPeople
  onClose: () => void
  /** Renders the fields once the offers are loaded. */
  children: (offers: ManyOffers) => ReactNode
}

/** Modal for selecting profiles for all selected users. */
export function OffersModal({ title, people, onClose, children }: OffersModalProps) {
  const { offers, failed } = useManyOffers(people)
  useReturnFocus()
  return (
    <Dialog opened onClose={onClose} title={title} size="md">
      {failed && <p role="alert">Não foi possível carregar os perfis. Feche e tente novamente.</p>}
      {!failed && !offers && <Skeleton height={140} />}
      {offers && children(offers)}
    </Dialog>
  )
}

import { Button, Menu } from '@mantine/core'
import { useState } from 'react'
import {
  reviewDecisions,
  type ReviewDecision,
  type ReviewItem,
} from '../../contract/access-reviews.ts'
import { refusalOf, showRefusal } from '../form/show-refusal.ts'
import type { ListSearch } from '../list/list-search.ts'
import { readItems } from './read-items.ts'

export type Filters = Pick<
  ListSearch<'accessReviewItems'>,
  'search' | 'company_id' | 'module_id' | 'profile_id'
>

interface DecideAllProps {
  id: number
  filters: Filters
  /** Whether a day is chosen until which accesses are shortened. */
  shortens: boolean
  onDecide: (items: readonly ReviewItem[], decision: ReviewDecision) => Promise<unknown>
}

/** Menu that decides all items without a decision that the filters select. */
export function DecideAll({ id, filters, shortens, onDecide }: DecideAllProps) {
  const [busy, setBusy] = useState(false)
  const decide = async (decision: ReviewDecision) => {
    setBusy(true)
    try {
      const items = await readItems(id, { ...filters, state: 'undecided' })
      await onDecide(
        items.filter((item) => item.can_decide),
        decision,
      )
    } catch (error) {
      const refused = refusalOf(error as Error)
      if (refused) showRefusal(refused)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="default" loading={busy}>
          Decidir todos da busca
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(Object.keys(reviewDecisions) as ReviewDecision[]).map((decision) => (
          <Menu.Item
            key={decision}
            disabled={decision === 'shorten' && !shortens}
            onClick={() => void decide(decision)}
          >
            {`${reviewDecisions[decision]} os que estão sem decisão`}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

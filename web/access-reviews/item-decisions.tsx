import { ActionIcon, Tooltip } from '@mantine/core'
import { IconCalendarMinus, IconCheck, IconX } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import {
  reviewDecisions,
  type ReviewDecision,
  type ReviewItem,
} from '../../contract/access-reviews.ts'
import classes from './review-form.module.css'

const icons = { keep: IconCheck, shorten: IconCalendarMinus, remove: IconX }

/** Letters that decide while a button of the row has the focus. */
const keys: Readonly<Record<string, ReviewDecision>> = { m: 'keep', e: 'shorten', r: 'remove' }

interface ItemDecisionsProps {
  item: ReviewItem
  decision: ReviewDecision | null
  onDecide: (decision: ReviewDecision) => void
}

/** The three buttons of a row. While one has the focus, a letter decides. */
export function ItemDecisions({ item, decision, onDecide }: ItemDecisionsProps) {
  if (!item.can_decide) return null
  const { user, profile } = item
  const onKeyDown = (event: KeyboardEvent) => {
    const decided = keys[event.key.toLowerCase()]
    if (!decided || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    onDecide(decided)
  }
  return (
    <span className={classes['decisions']} data-review-item={item.id}>
      {(Object.keys(reviewDecisions) as ReviewDecision[]).map((each) => {
        const Icon = icons[each]
        return (
          <Tooltip key={each} label={reviewDecisions[each]} openDelay={300}>
            <ActionIcon
              variant={decision === each ? 'filled' : 'subtle'}
              {...(decision !== each && { color: 'gray' })}
              size={30}
              aria-label={`${reviewDecisions[each]}: ${profile.name} de ${user.name}`}
              aria-pressed={decision === each}
              onKeyDown={onKeyDown}
              onClick={() => onDecide(each)}
            >
              <Icon size={17} stroke={1.7} aria-hidden="true" />
            </ActionIcon>
          </Tooltip>
        )
      })}
    </span>
  )
}

import { VisuallyHidden } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import classes from './change-list.module.css'

/** One change that a save makes: a field value, or a number of items added or removed. */
export type Change =
  | { label: string; from: string; to: string }
  /** `count` is a text such as '+2 módulos'. `names` contains the names of all counted items. */
  | { count: string; names: readonly string[] }

interface ChangeListProps {
  changes: readonly Change[]
  /** Accessible name of the list. */
  label?: string
}

/** List of the changes that a save makes, one line each: 'Nome: A → B', '+1 função: Pedidos'. */
export function ChangeList({ changes, label = 'O que muda' }: ChangeListProps) {
  return (
    <ul className={classes['changes']} aria-label={label}>
      {changes.map((change) =>
        'count' in change ? (
          <li key={change.count}>
            <Counted {...change} />
          </li>
        ) : (
          <li key={change.label}>
            <span className={classes['label']}>{`${change.label}: `}</span>
            {change.from !== '' && <Before value={change.from} />}
            <ins>{change.to}</ins>
          </li>
        ),
      )}
    </ul>
  )
}

/** Old value, struck through. */
function Before({ value }: { value: string }) {
  return (
    <>
      <del>{value}</del>
      <IconArrowRight className={classes['arrow']} size={14} stroke={1.8} aria-hidden="true" />
      <VisuallyHidden>{' → '}</VisuallyHidden>
    </>
  )
}

/** Maximum number of names shown inline. Longer lists are collapsed under their count. */
const maxInlineNames = 5

function Counted({ count, names }: Extract<Change, { count: string }>) {
  // One line per name, as a name may contain a comma.
  const lines = (
    <ul className={classes['names']}>
      {names.map((name, index) => (
        <li key={index}>{name}</li>
      ))}
    </ul>
  )
  if (names.length > maxInlineNames)
    return (
      <details>
        <summary>{count}</summary>
        {lines}
      </details>
    )
  return (
    <>
      <span className={classes['label']}>{`${count}: `}</span>
      {lines}
    </>
  )
}

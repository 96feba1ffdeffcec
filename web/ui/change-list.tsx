import { VisuallyHidden } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import classes from './change-list.module.css'

/** What a save changes in one field: a value, or how many of several were added or taken away. */
export type Change =
  | { label: string; from: string; to: string }
  /** `count` as '+2 módulos', with the names of all of them. */
  | { count: string; names: readonly string[] }

interface ChangeListProps {
  changes: readonly Change[]
  /** What the list is called. */
  label?: string
}

/** What a save changes, a line each: 'Nome: A → B', '+1 função: Pedidos'. */
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

/** What it was, where it was something. */
function Before({ value }: { value: string }) {
  return (
    <>
      <del>{value}</del>
      <IconArrowRight className={classes['arrow']} size={14} stroke={1.8} aria-hidden="true" />
      <VisuallyHidden>{' → '}</VisuallyHidden>
    </>
  )
}

/** So many names stand there at once; more are folded beneath their count. */
const namesAtOnce = 5

function Counted({ count, names }: Extract<Change, { count: string }>) {
  // A line each: a name may hold a comma.
  const lines = (
    <ul className={classes['names']}>
      {names.map((name, index) => (
        <li key={index}>{name}</li>
      ))}
    </ul>
  )
  if (names.length > namesAtOnce)
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

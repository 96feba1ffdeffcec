import { memo } from 'react'
import { displayUrl } from '../ui/display-url.ts'
import type { FunctionChoice } from './function-choice.ts'
import classes from './function-choices.module.css'

/** Callbacks of a row. They keep their identity between renders, for `memo`. */
export interface TreeActions {
  open: (choice: FunctionChoice, on: boolean) => void
  tick: (choice: FunctionChoice, on: boolean) => void
  tickAction: (choice: FunctionChoice, id: number, on: boolean) => void
}

interface FunctionChoiceRowProps {
  choice: FunctionChoice
  ticked: boolean
  /** Ids of the function's ticked actions as one string, so that `memo` detects a change. */
  tickedActions: string
  change: 'added' | 'removed' | 'actions' | null
  open: boolean
  on: TreeActions
}

const changes = { added: 'adicionada', removed: 'retirada', actions: 'ações alteradas' }

/**
 * Checkbox of a function, with the checkboxes of its actions below it. It uses plain elements instead of library
 * components, because a module can have 1,000 functions, all rendered when the screen opens.
 */
export const FunctionChoiceRow = memo(function FunctionChoiceRow(props: FunctionChoiceRowProps) {
  const { choice, ticked, tickedActions, change, open, on } = props
  const { id, name, url, active, actions } = choice
  const row = `function-${id}-`
  const chosen = new Set(tickedActions.split(','))
  const count = actions.filter((action) => chosen.has(String(action.id))).length
  return (
    <li className={classes['choice']} data-change={change}>
      <div className={classes['row']}>
        <label className={classes['function']}>
          <input
            type="checkbox"
            checked={ticked}
            aria-labelledby={`${row}name`}
            aria-describedby={`${row}about`}
            onChange={(event) => on.tick(choice, event.currentTarget.checked)}
          />
          <span>
            <span id={`${row}name`}>{active ? name : `${name} (inativa)`}</span>
            <small id={`${row}about`}>
              {displayUrl(url)}
              {change && <em>{` · ${changes[change]}`}</em>}
            </small>
          </span>
        </label>
        {actions.length > 0 && (
          <button
            type="button"
            className={classes['expand']}
            aria-expanded={open}
            aria-controls={open ? `${row}actions` : undefined}
            aria-label={`${countOf(count, actions.length)} de ${name}`}
            onClick={() => on.open(choice, !open)}
          >
            {countOf(count, actions.length)}
          </button>
        )}
      </div>
      {open && actions.length > 0 && (
        <fieldset
          id={`${row}actions`}
          className={classes['actions']}
          aria-label={`Ações de ${name}`}
        >
          {actions.map((action) => (
            <label key={action.id}>
              <input
                type="checkbox"
                checked={chosen.has(String(action.id))}
                onChange={(event) => on.tickAction(choice, action.id, event.currentTarget.checked)}
              />
              {action.active ? action.name : `${action.name} (inativa)`}
            </label>
          ))}
        </fieldset>
      )}
    </li>
  )
})

const countOf = (count: number, of: number) =>
  of === 1 ? `${count} de 1 ação` : `${count} de ${of} ações`

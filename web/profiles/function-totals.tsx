import { formatNumber } from '../ui/format-number.ts'
import { changesOf, differences, tally, type FunctionChoice, type Ids } from './function-choice.ts'
import classes from './function-choices.module.css'

interface FunctionTotalsProps {
  choices: readonly FunctionChoice[]
  /** Functions that match the search; 'Todas' ticks only these. */
  found: readonly FunctionChoice[]
  held: Ids
  ticked: Ids
  onTickAll: (what: 'functions' | 'actions', on: boolean) => void
}

/**
 * Numbers of ticked functions and actions with their changes, and two checkboxes that tick all functions or all actions
 * shown.
 */
export function FunctionTotals({ choices, found, held, ticked, onTickAll }: FunctionTotalsProps) {
  const listed = tally(found, ticked)
  const all = tally(choices, ticked)
  const changes = changesOf(choices, differences(held, ticked)).map(({ count }) => count)
  return (
    <div className={classes['totals']}>
      <AllBox
        label="Todas as funções"
        ticked={listed.functions}
        of={listed.allFunctions}
        onTick={(on) => onTickAll('functions', on)}
      />
      {listed.allActions > 0 && (
        <AllBox
          label="Todas as ações"
          ticked={listed.actions}
          of={listed.allActions}
          onTick={(on) => onTickAll('actions', on)}
        />
      )}
      <output aria-label="Marcadas neste perfil">
        {`${formatNumber(all.functions)} de ${formatNumber(all.allFunctions)} funções e ${formatNumber(all.actions)} de ${formatNumber(all.allActions)} ações marcadas`}
        {changes.length > 0 && <strong>{` · ${changes.join(', ')}`}</strong>}
      </output>
    </div>
  )
}

interface AllBoxProps {
  label: string
  ticked: number
  of: number
  onTick: (on: boolean) => void
}

function AllBox({ label, ticked, of, onTick }: AllBoxProps) {
  const some = ticked > 0 && ticked < of
  return (
    <label>
      <input
        type="checkbox"
        checked={of > 0 && ticked === of}
        disabled={of === 0}
        ref={(box) => {
          if (box) box.indeterminate = some
        }}
        onChange={() => onTick(ticked < of)}
      />
      {label}
    </label>
  )
}

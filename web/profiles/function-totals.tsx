import { tally, type FunctionChoice, type Ids } from './function-choice.ts'
import classes from './function-choices.module.css'

interface FunctionTotalsProps {
  choices: readonly FunctionChoice[]
  /** Those that are shown: 'Todas' is about these. */
  found: readonly FunctionChoice[]
  held: Ids
  ticked: Ids
  onTickAll: (what: 'functions' | 'actions', on: boolean) => void
}

/** How many functions and actions are ticked and what changes, with a box each that ticks all that are shown. */
export function FunctionTotals({ choices, found, held, ticked, onTickAll }: FunctionTotalsProps) {
  const listed = tally(found, ticked)
  const all = tally(choices, ticked)
  const changes = changeWords(held, ticked)
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
        {`${shown(all.functions)} de ${shown(all.allFunctions)} funções e ${shown(all.actions)} de ${shown(all.allActions)} ações marcadas`}
        {changes !== '' && <strong>{` · ${changes}`}</strong>}
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

const shown = (count: number) => count.toLocaleString('pt-BR')

/** '+1 função, −2 ações'; nothing where nothing differs from what the profile holds. */
function changeWords(held: Ids, ticked: Ids): string {
  const count = (ids: ReadonlySet<number>, others: ReadonlySet<number>) =>
    ids.size - [...ids].filter((id) => others.has(id)).length
  return [
    { sign: '+', number: count(ticked.functions, held.functions), one: 'função', many: 'funções' },
    { sign: '−', number: count(held.functions, ticked.functions), one: 'função', many: 'funções' },
    { sign: '+', number: count(ticked.actions, held.actions), one: 'ação', many: 'ações' },
    { sign: '−', number: count(held.actions, ticked.actions), one: 'ação', many: 'ações' },
  ]
    .filter(({ number }) => number > 0)
    .map(({ sign, number, one, many }) => `${sign}${number} ${number === 1 ? one : many}`)
    .join(', ')
}

import { NativeSelect, Text } from '@mantine/core'
import { useDeferredValue, useMemo, useState, type Dispatch, type SetStateAction } from 'react'
import { searchMaxLength } from '../../contract/list.ts'
import { SearchBox } from '../ui/search-box.tsx'
import {
  changedFunctions,
  tickAction,
  tickAll,
  tickFunction,
  type FunctionChoice,
  type Ids,
  type Ticks,
} from './function-choice.ts'
import { FunctionChoiceRow, type TreeActions } from './function-choice-row.tsx'
import { findChoices } from './function-search.ts'
import { FunctionTotals } from './function-totals.tsx'
import classes from './function-choices.module.css'

interface FunctionChoicesProps {
  choices: readonly FunctionChoice[]
  held: Ids
  ticked: Ids
  onTick: Dispatch<SetStateAction<Ticks>>
}

const shows = [
  { value: 'all', label: 'Todas' },
  { value: 'ticked', label: 'Só as marcadas' },
  { value: 'changed', label: 'Só as alteradas' },
]

/** Checkboxes of a module's functions, each with a submenu of its actions, and a search over both (console.md §2). */
export function FunctionChoices({ choices, held, ticked, onTick }: FunctionChoicesProps) {
  const [search, setSearch] = useState('')
  // The shown ids are fixed when the filter is selected. Otherwise a row would disappear when it is unticked and lose
  // the focus.
  const [shown, setShown] = useState<{ value: string; ids: ReadonlySet<number> | null }>(showAll)
  const [opened, setOpened] = useState<Readonly<Record<number, boolean>>>({})
  const changed = changedFunctions(choices, held, ticked)
  const listed = choices.filter(({ id }) => shown.ids?.has(id) ?? true)
  const found = findChoices(listed, search)
  const renderedCount = useDeferredValue(found.length, initialRowCount)

  const show = (value: string) => {
    if (value === 'ticked') setShown({ value, ids: ticked.functions })
    else setShown(value === 'changed' ? { value, ids: new Set(changed.keys()) } : showAll)
  }
  const on = useMemo<TreeActions>(() => {
    const open = ({ id }: FunctionChoice, isOpen: boolean) =>
      setOpened((before) => ({ ...before, [id]: isOpen }))
    return {
      open,
      tick(choice, isOn) {
        onTick((before) => tickFunction(before, choice, isOn))
        if (isOn) open(choice, true)
      },
      tickAction: (choice, id, isOn) =>
        onTick((before) => tickAction(before, choice, { id, on: isOn, held })),
    }
  }, [onTick, held])

  if (choices.length === 0)
    return <Text data-wide>O módulo deste perfil não tem funções que você possa escolher.</Text>
  return (
    <div className={classes['choices']} data-wide>
      <div className={classes['tools']}>
        <SearchBox
          label="Buscar função ou ação"
          maxLength={searchMaxLength}
          value={search}
          onSearch={setSearch}
        />
        <NativeSelect
          aria-label="Mostrar funções"
          data={shows}
          value={shown.value}
          onChange={(event) => show(event.currentTarget.value)}
        />
      </div>
      <FunctionTotals
        choices={choices}
        found={found.map(({ choice }) => choice)}
        held={held}
        ticked={ticked}
        onTickAll={(what, isOn) =>
          onTick((before) =>
            tickAll(
              before,
              found.map(({ choice }) => choice),
              { what, on: isOn },
            ),
          )
        }
      />
      <ul className={classes['list']} aria-label="Funções">
        {found.slice(0, renderedCount).map(({ choice, byAction }) => (
          <FunctionChoiceRow
            key={choice.id}
            choice={choice}
            ticked={ticked.functions.has(choice.id)}
            tickedActions={tickedOf(choice, ticked)}
            change={changed.get(choice.id) ?? null}
            // If the search found an action, the submenu of its function is open.
            open={opened[choice.id] ?? byAction}
            on={on}
          />
        ))}
      </ul>
      <output className={classes['empty']} aria-label="Resultado da busca">
        {found.length === 0 && 'Nenhum resultado encontrado para os critérios de pesquisa.'}
      </output>
    </div>
  )
}

/** Rows in the first render, more than a screen shows; a deferred render adds the rest. */
const initialRowCount = 40

const showAll = { value: 'all', ids: null }

const tickedOf = ({ actions }: FunctionChoice, ticked: Ids) =>
  actions
    .map(({ id }) => id)
    .filter((id) => ticked.actions.has(id))
    .join(',')

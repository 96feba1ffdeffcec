import { Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState, type Dispatch, type SetStateAction } from 'react'
import { plainText } from '../ui/plain-text.ts'
import {
  tickAction,
  type FunctionChoice,
  type tickedIds,
  tickFunction,
  type Ticks,
} from './function-choice.ts'
import { FunctionChoiceRow } from './function-choice-row.tsx'
import classes from './function-choices.module.css'

interface FunctionChoicesProps {
  choices: readonly FunctionChoice[]
  ticked: ReturnType<typeof tickedIds>
  onTick: Dispatch<SetStateAction<Ticks>>
}

/**
 * The checkboxes of a module's functions, each with a submenu of its actions, and a search over both (console.md §2).
 */
export function FunctionChoices({ choices, ticked, onTick }: FunctionChoicesProps) {
  const [search, setSearch] = useState('')
  const [opened, setOpened] = useState<Readonly<Record<number, boolean>>>({})
  const words = plainText(search).split(/\s+/)
  const matches = (text: string) => words.every((word) => plainText(text).includes(word))
  const byName = ({ name, url }: FunctionChoice) => matches(`${name} ${url}`)
  const byAction = (choice: FunctionChoice) =>
    choice.actions.some(({ name }) => matches(`${choice.name} ${name}`))
  const found = choices.filter((choice) => byName(choice) || byAction(choice))
  const open = (id: number, on: boolean) => setOpened((before) => ({ ...before, [id]: on }))

  if (choices.length === 0)
    return <Text data-wide>O módulo deste perfil não tem funções que você possa escolher.</Text>
  return (
    <div className={classes['choices']} data-wide>
      <div className={classes['tools']}>
        <TextInput
          type="search"
          aria-label="Buscar função ou ação"
          placeholder="Buscar função ou ação"
          leftSection={<IconSearch size={16} stroke={1.8} aria-hidden="true" />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          // Enter in the search box must not submit the form around it.
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault()
          }}
        />
        <p>{`${ticked.functions.size} de ${choices.length} funções marcadas`}</p>
      </div>
      <ul className={classes['list']} aria-label="Funções">
        {found.map((choice) => (
          <FunctionChoiceRow
            key={choice.id}
            choice={choice}
            ticked={ticked}
            // A function that the search found by one of its actions shows its actions.
            open={opened[choice.id] ?? (search.trim() !== '' && !byName(choice))}
            onOpen={(on) => open(choice.id, on)}
            onTick={(on) => {
              onTick((before) => tickFunction(before, choice, on))
              if (on) open(choice.id, true)
            }}
            onTickAction={(id) => onTick((before) => tickAction(before, choice, id, ticked))}
          />
        ))}
      </ul>
      <output className={classes['empty']} aria-label="Resultado da busca">
        {found.length === 0 && 'Nenhum resultado encontrado para os critérios de pesquisa.'}
      </output>
    </div>
  )
}

import { useDebouncedValue } from '@mantine/hooks'
import { IconBan, IconQuestionMark } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../api/api-client.ts'
import { toBlockUser, toWhy } from '../paths.ts'
import { hasEnteredConsole } from '../session-state/route-guard.ts'
import { useSession } from '../session-state/session.ts'
import { useMayDo } from '../session-state/use-allowed-actions.ts'
import { useGrantedPaths } from '../session-state/use-granted-paths.ts'
import { wordsOf } from '../ui/plain-text.ts'
import type { PaletteItem } from './palette-item.ts'

/** Milliseconds without a keystroke before the search starts. */
const typingPause = 250
/** Maximum number of people with an action in the palette, and of modules for each of them. */
const maxPeople = 3
const maxModules = 2
/** Maximum number of words of a person's name that are tried. */
const maxNameWords = 3

const group = 'Ações'

/** Actions on the person who is named after the verb: 'bloquear ana', 'por que ana disputas'. */
export function usePersonActs(typed: string): PaletteItem[] {
  const navigate = useNavigate()
  const granted = useGrantedPaths()
  const mayBlock = useMayDo('block')('/user-edit')
  const own = useSession().userData?.user.id
  const [settled] = useDebouncedValue(typed, typingPause)
  const words = wordsOf(settled)
  const blocks = mayBlock && words[0] === 'bloquear' ? words.slice(1) : []
  const asks = words[0] === 'por' && words[1] === 'que' ? words.slice(2) : []
  const asked = words[0] === 'porque' ? words.slice(1) : asks
  const mayOpen = hasEnteredConsole() && granted.has('/user-edit')
  const toBlock = useQuery({
    queryKey: ['palette', 'bloquear', blocks],
    queryFn: () => peopleNamed(blocks),
    enabled: mayOpen && blocks.length > 0,
  })
  const toExplain = useQuery({
    queryKey: ['palette', 'por que', asked],
    queryFn: () => questionsOf(asked),
    enabled: mayOpen && asked.length > 0,
  })
  if (settled !== typed) return []
  const blocking = (blocks.length > 0 ? (toBlock.data ?? []) : [])
    .filter(({ id, status }) => status === 2 && id !== own)
    .map(({ id, name, email }) => ({
      id: `bloquear-${id}`,
      group,
      label: `Bloquear ${name}`,
      hint: email,
      icon: IconBan,
      run: () => void navigate(toBlockUser(id)),
    }))
  const explaining = (asked.length > 0 ? (toExplain.data ?? []) : []).map(({ person, module }) => ({
    id: `por-que-${person.id}-${module?.id ?? 0}`,
    group,
    label: `Por quê? ${[person.name, module?.name].filter(Boolean).join(' · ')}`,
    hint: person.email,
    icon: IconQuestionMark,
    run: () => void navigate(toWhy(person.id, module)),
  }))
  return [...blocking, ...explaining]
}

async function peopleNamed(words: readonly string[]) {
  const body = {
    filters: { search: words.join(' ') },
    pagination: { take: 5 },
    ranked: true,
  } as const
  return (await call('userSearch', { body })).users.slice(0, maxPeople)
}

async function modulesNamed(words: readonly string[]) {
  const query = { search: words.join(' '), take: 5, ranked: 1 } as const
  const { rows } = await call('moduleList', { query })
  return rows
    .slice(0, maxModules)
    .map(({ id, name, Service }) => ({ id, name: `${name} - ${Service.name}` }))
}

/** Splits the words after 'por que' into a person and a module, with the longest name of a person that is found. */
async function questionsOf(words: readonly string[]) {
  const longest = Math.min(words.length, maxNameWords)
  const splits = await Promise.all(
    Array.from({ length: longest }, async (_, index) => {
      const rest = words.slice(longest - index)
      const [people, modules] = await Promise.all([
        peopleNamed(words.slice(0, longest - index)),
        rest.length > 0 ? modulesNamed(rest) : [undefined],
      ])
      return people.flatMap((person) => modules.map((module) => ({ person, module })))
    }),
  )
  return splits.find((found) => found.length > 0) ?? []
}

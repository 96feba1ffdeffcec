import { useState } from 'react'
import type { RecordKind } from '../../contract/record-kinds.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { serverNow } from '../api/server-clock.ts'
import { useOpens } from '../session-state/use-granted-paths.ts'
import { useSession } from '../session-state/session.ts'
import type { Conflict } from '../ui/conflict-panel.tsx'
import { notify } from '../ui/notify.ts'
import {
  differenceOf,
  sameValue,
  textOf,
  type Choices,
  type FieldValues,
  type Label,
} from './difference.ts'
import { numberIn, savedInWords, savedMeanwhile, savesAfter, textIn } from './saved-meanwhile.ts'

interface ConflictOptions<Entry, Values extends FieldValues> {
  /** Kind of the record in the audit log; if undefined, the user who saved is not named. */
  kind: RecordKind | undefined
  record: Entry | undefined
  reload: () => Promise<{ data: Entry | undefined; error: Error | null }>
  reading: boolean
  values: (record: Entry | undefined) => Values
  /** Values that the user has typed. */
  typed: Partial<Values>
  labels: Readonly<Record<keyof Values & string, Label>>
  choices: (record: Entry | undefined) => Partial<Record<string, Choices>>
  /** The refused write was an action on the record, such as its deletion, and not a save of its form. */
  act?: boolean
  /** Removes typed values of these fields, so that the form shows the loaded ones. */
  discard?: (names: readonly string[]) => void
}

/**
 * Version conflict of a form (decision 71): reads the record again, and shows who saved it, when, and what changed. The
 * form then contains the new values of all fields in which the user has not typed. The user decides about the other
 * fields.
 */
export function useConflict<Entry, Values extends FieldValues>(
  options: ConflictOptions<Entry, Values>,
): { conflict: Conflict | null; onConflict: (sentence: string) => void } {
  const { kind, record, reload, reading, values, typed, labels, choices, act = false } = options
  const whoSaved = useWhoSaved(kind)
  const [found, setFound] = useState<Conflict | null>(null)
  const [unread, setUnread] = useState<string | null>(null)

  const resolve = async (sentence: string) => {
    setUnread(sentence)
    const { data, error } = await reload()
    if (error) {
      const gone = error instanceof ApiProblem && error.status === 404
      if (gone) setUnread(missing)
      else
        notify.error(
          error instanceof ApiProblem && error.code === 'offline'
            ? error.httpMessage
            : 'Erro inesperado',
        )
    }
    if (error || data === undefined) return
    const [before, after] = [values(record), values(data)]
    const changes = differenceOf(before, after, {
      labels,
      choices: joined(choices(record), choices(data)),
    })
    const both = Object.keys(typed).flatMap((name) => {
      const [was, is, value] = [before[name], after[name], typed[name]]
      const conflicts =
        was !== undefined && is !== undefined && !sameValue(was, is) && !sameValue(value ?? '', is)
      return conflicts ? [name] : []
    })
    const saved = await whoSaved(record, data)
    setUnread(null)
    setFound({
      ...saved,
      changes,
      both: both.map((name) => textOf(labels[name] ?? name)),
      act,
      onKeep() {
        setFound(null)
        if (!act) notify.info('Confira e salve de novo.')
      },
      onTake() {
        setFound(null)
        options.discard?.(both)
      },
    })
  }
  return {
    conflict:
      unread === null
        ? found
        : { message: unread, reloading: reading, onReload: () => void resolve(unread) },
    onConflict: (sentence) => void resolve(sentence),
  }
}

/** Returns a function that says who saved a record after the version `record`, and when. `data` is the current one. */
export function useWhoSaved(kind: RecordKind | undefined) {
  const opens = useOpens()
  const { userData } = useSession()
  return async (record: unknown, data: unknown): Promise<{ message: string; own: boolean }> => {
    const [id, version] = [numberIn(record, 'id'), numberIn(record, 'version')]
    const readable =
      kind !== undefined && id !== undefined && version !== undefined && opens('/audit-list')
    const saved = savedMeanwhile(readable ? await savesAfter(kind, { id, version }) : [], {
      userId: userData?.user.id,
      updatedAt: textIn(data, 'updated_at') ?? textIn(data, 'update_at'),
    })
    return { message: savedInWords(saved, serverNow() ?? new Date()), own: saved.own }
  }
}

const missing =
  'Este registro não existe mais, ou você não o vê mais. O que você digitou continua no formulário.'

/** Joins the options before and after, so that a value that is no longer offered still has its name. */
function joined(
  one: Partial<Record<string, Choices>>,
  other: Partial<Record<string, Choices>>,
): Partial<Record<string, Choices>> {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return Object.fromEntries(
    [...names].map((name) => [name, [...(one[name] ?? []), ...(other[name] ?? [])]]),
  )
}

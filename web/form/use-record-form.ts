import type { NavigateOptions } from '@tanstack/react-router'
import { useState } from 'react'
import type { z } from 'zod'
import { fieldSentence } from '../../contract/field-sentences.ts'
import type { Change } from '../ui/change-list.tsx'
import type { FormPageProps } from '../ui/form-page.tsx'
import { notify } from '../ui/notify.ts'
import { useBackToList } from '../list/use-back-to-list.ts'
import {
  differenceOf,
  sameValue,
  type Choices,
  type FieldValues,
  type Label,
} from './difference.ts'
import { fieldProps, type FieldPropsOf } from './field-props.ts'
import { tellRefusal, type Refusals } from './tell-problem.ts'
import { useRecordAction } from './use-record-action.ts'
import { useLeaveUnreadable, useRecord } from './use-record.ts'
import { useUnsavedChanges } from './use-unsaved-changes.ts'

type Errors<Values> = Partial<Record<keyof Values & string, string>>

interface RecordFormOptions<Entry, Values extends FieldValues, Body extends z.ZodType> {
  /** Reads the record to update; null to create one. */
  read: (() => Promise<Entry>) | null
  /** What the fields hold to begin with. */
  values: (record: Entry | undefined) => Values
  /** What stands beside each field, in the order in which a difference is told. */
  labels: Readonly<Record<keyof Values & string, Label>>
  /** What the selects offer whose values are no words, such as ids. */
  choices?: (record: Entry | undefined) => Partial<Record<keyof Values & string, Choices>>
  /** What is sent of what was typed, where that is not the same; it is also what is checked and listed as changed. */
  normal?: (values: Values) => Values
  /** The schema of the body from the contract, so that screen and server check the same rules. */
  schema: Body
  body: (values: Values, record: Entry | undefined) => z.input<Body>
  /** Sends it; `changes` and the record as it is are for the proof of identity, if the contract asks for one. */
  save: (
    body: z.input<Body>,
    changes: readonly Change[],
    record: Entry | undefined,
  ) => Promise<unknown>
  /** Whether a question lists what changes before it is saved; left out, or not so, where the proof of identity does. */
  asksBeforeSave?: boolean | ((values: Values, record: Entry | undefined) => boolean)
  /** What is asked then, where it is not whether to save. */
  question?: string
  /** The sentence that tells that it is saved. */
  saved: string
  /** Message shown instead of saving where no field differs from the record; without one it is saved all the same. */
  unchanged?: string
  /** What is told where it was refused and no field can say it alone. */
  refusals: Refusals<keyof Values & string>
  /** Where saving and cancelling lead. */
  list: (record: Entry | undefined) => NavigateOptions
}

/** The state of a form, for the fields and the page of its screen. */
export interface RecordForm<Entry, Values extends FieldValues> extends FieldPropsOf<Values> {
  /** The record as it was read last. */
  record: Entry | undefined
  values: Values
  errors: Errors<Values>
  set: (change: Partial<Values>) => void
  /** For `FormPage`. */
  page: Pick<
    FormPageProps,
    'loading' | 'saving' | 'unsaved' | 'corrections' | 'conflict' | 'onSave' | 'onCancel'
  >
}

/**
 * A form over one record: checks with the rules of the contract, saves, tells, and goes back to its list after 1 s
 * (console.md §2, §4). What a person has typed is kept apart from what was read, so that reading again loses none of it.
 */
export function useRecordForm<Entry, Values extends FieldValues, Body extends z.ZodType>(
  options: RecordFormOptions<Entry, Values, Body>,
): RecordForm<Entry, Values> {
  const { schema, body, refusals, labels, normal = (typedValues) => typedValues } = options
  const { record, reading, reload, unreadable } = useRecord(options.read)
  const leave = useBackToList(options.list(record))
  useLeaveUnreadable(unreadable, leave, refusals)
  const [typed, setTyped] = useState<Partial<Values>>({})
  const [errors, setErrors] = useState<Errors<Values>>({})
  const [corrections, setCorrections] = useState(0)
  const [conflict, setConflict] = useState<string | null>(null)

  const initial = options.values(record)
  const values: Values = { ...initial, ...typed }
  const sent = normal(values)
  const names = Object.keys(initial)
  const choices = options.choices?.(record) ?? {}
  const isField = (name: string): name is keyof Values & string => names.includes(name)

  const set = (change: Partial<Values>) => {
    setTyped((before) => ({ ...before, ...change }))
    setErrors(
      (before) =>
        Object.fromEntries(
          Object.entries(before).filter(([name]) => !(name in change)),
        ) as typeof before,
    )
  }
  /** Shows each sentence at its field; answers whether there was a field for every sentence. */
  const correct = (found: Record<string, string>): boolean => {
    const known = Object.entries(found).filter(([name]) => isField(name))
    setErrors(Object.fromEntries(known) as Errors<Values>)
    setCorrections((count) => count + 1)
    return known.length > 0 && known.length === Object.keys(found).length
  }

  const save = useRecordAction({
    write: (changes: readonly Change[]) => options.save(body(sent, record), changes, record),
    question: (changes) => {
      const { asksBeforeSave: asks } = options
      const asksFirst = typeof asks === 'function' ? asks(sent, record) : asks
      const text = options.question ?? (asksFirst ? saveQuestion : undefined)
      return text === undefined || changes.length === 0 ? undefined : { text, changes }
    },
    done: options.saved,
    leave,
    tell: (problem) => {
      const { code, httpMessage, status } = problem
      if (code === 'changed-meanwhile') return setConflict(httpMessage)
      const field = refusals.fields?.[code]
      const shown = correct(field === undefined ? problem.fields : { [field]: httpMessage })
      // A 409 is also told as a toast, since the sentence at its field could be overlooked (console.md §8).
      if (!shown || field !== undefined || status === 409) tellRefusal(problem, refusals)
    },
  })
  const differs = (name: string, one: Values, other: Values) =>
    !sameValue(one[name] ?? '', other[name] ?? '')
  const changed = names.some((name) => differs(name, sent, normal(initial)))
  useUnsavedChanges(!save.done && changed)

  const onSave = () => {
    notify.clear()
    if (options.unchanged !== undefined && !changed) return notify.warning(options.unchanged)
    const checked = schema.safeParse(body(sent, record), { error: fieldSentence })
    setErrors({})
    const changes = record ? differenceOf(normal(initial), sent, { labels, choices }) : []
    if (checked.success) save.start(changes)
    else correct(firstSentences(checked.error))
  }
  const onReload = async () => {
    const { data, isError } = await reload()
    if (isError || data === undefined) return notify.error('Erro inesperado')
    const fresh = options.values(data)
    const both = names.filter((name) => differs(name, fresh, initial) && name in typed)
    correct(Object.fromEntries(both.map((name) => [name, changedByBoth])))
    setConflict(null)
    notify.info('Registro recarregado. O que você digitou foi mantido.')
  }

  return {
    record,
    values,
    set,
    errors,
    ...fieldProps({ schema, values, errors, labels, choices, set }),
    page: {
      loading: options.read !== null && record === undefined,
      saving: save.busy,
      unsaved: changed,
      corrections,
      conflict:
        conflict === null
          ? null
          : {
              message: conflict,
              reloading: reading,
              onReload: () => void onReload(),
            },
      onSave,
      onCancel: leave,
    },
  }
}

const saveQuestion = 'Deseja salvar as alterações?'
const changedByBoth = 'Outra pessoa também alterou este campo. Confira antes de salvar.'

function firstSentences(error: z.ZodError): Record<string, string> {
  const sentences = error.issues.map(
    ({ path, message }) => [String(path[0] ?? ''), message] as const,
  )
  return Object.fromEntries<string>(sentences.toReversed())
}

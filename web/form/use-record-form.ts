import { useMatch, type NavigateOptions } from '@tanstack/react-router'
import { useState } from 'react'
import type { z } from 'zod'
import { fieldErrorMap } from '../../contract/field-sentences.ts'
import type { RecordKind } from '../../contract/record-kinds.ts'
import type { Change } from '../ui/change-list.tsx'
import type { FormPageProps } from '../ui/form-page.tsx'
import { notify } from '../ui/notify.ts'
import { createdState, type NewRows } from '../list/created.ts'
import { useBackToList } from '../list/use-back-to-list.ts'
import {
  differenceOf,
  sameValue,
  type Choices,
  type FieldValues,
  type Label,
} from './difference.ts'
import { fieldProps, type FieldPropsOf } from './field-props.ts'
import { showRefusal, type Refusals } from './show-refusal.ts'
import { useConflict } from './use-conflict.ts'
import { useRecordAction } from './use-record-action.ts'
import { useLeaveUnreadable, useRecord } from './use-record.ts'
import { useUnsavedChanges } from './use-unsaved-changes.ts'

type Errors<Values> = Partial<Record<keyof Values & string, string>>

interface RecordFormOptions<Entry, Values extends FieldValues, Body extends z.ZodType, Saved> {
  /** Loads the record to update; null to create one. */
  read: (() => Promise<Entry>) | null
  /** Kind of the record in the audit log, which shows who saved it meanwhile. */
  kind?: RecordKind
  /** Initial values of the fields. */
  values: (record: Entry | undefined) => Values
  /** Values that are already filled in when the record opens, like typed ones. */
  suggested?: (record: Entry) => Partial<Values>
  /** Label of each field, in the order of the list of changes. */
  labels: Readonly<Record<keyof Values & string, Label>>
  /** Options of the selects whose values are ids. */
  choices?: (record: Entry | undefined) => Partial<Record<keyof Values & string, Choices>>
  /** Normalises the values before they are compared, validated and saved. */
  normal?: (values: Values) => Values
  /** Body schema of the contract, so that screen and server check the same rules. */
  schema: Body
  body: (values: Values, record: Entry | undefined) => z.input<Body>
  /** Renames the fields of a refusal that the form shows under other names. */
  refusedFields?: (fields: Readonly<Record<string, string>>) => Readonly<Record<string, string>>
  /** Sends the body. `changes` and the current record are for the confirmation, if the contract requires one. */
  save: (
    body: z.input<Body>,
    changes: readonly Change[],
    record: Entry | undefined,
  ) => Promise<Saved>
  /** What the form created, for the list that it returns to (decision 80). */
  created?: ((saved: Saved) => NewRows) | false
  /** Whether to ask before saving, with the list of changes. Leave out if the confirmation shows the list. */
  confirmBeforeSave?: boolean | ((values: Values, record: Entry | undefined) => boolean)
  /** Question to ask before saving, instead of the default one. */
  question?: string
  /** Success message. */
  saved: string
  /** Warning shown instead of saving if no field differs. If absent, an unchanged form is saved too. */
  unchanged?: string
  /** Messages for refusals that no field can show alone. */
  refusals: Refusals<keyof Values & string>
  /** Screen to which saving and cancelling lead: a list, or the facts of the same record. */
  list: (record: Entry | undefined) => NavigateOptions
}

/** State of a form, for the fields and the page of a screen. */
export interface RecordForm<Entry, Values extends FieldValues> extends FieldPropsOf<Values> {
  /** The record as last loaded. */
  record: Entry | undefined
  values: Values
  errors: Errors<Values>
  set: (change: Partial<Values>) => void
  /** Props for `FormPage`. */
  page: Pick<
    FormPageProps,
    'loading' | 'saving' | 'unsaved' | 'corrections' | 'conflict' | 'onSave' | 'onCancel'
  >
}

/**
 * A form over one record: checks the rules of the contract, saves, shows the result, and goes back to its list after 1
 * s (console.md §2, §4). Typed values are kept apart from the loaded record, so that reloading does not discard them.
 */
export function useRecordForm<
  Entry,
  Values extends FieldValues,
  Body extends z.ZodType,
  Saved = unknown,
>(options: RecordFormOptions<Entry, Values, Body, Saved>): RecordForm<Entry, Values> {
  const { schema, body, refusals, labels, normal = (typedValues) => typedValues } = options
  const { record, reading, reload, unreadable } = useRecord(options.read)
  const wayBack = options.list(record)
  const [created, setCreated] = useState<ReturnType<typeof createdState>>()
  const leave = useBackToList(created ? { ...wayBack, state: created } : wayBack)
  const returnsToRecord =
    useMatch({ strict: false, select: (match) => match.pathname }) === wayBack.to
  useLeaveUnreadable(unreadable, leave, refusals)
  const [typed, setTyped] = useState<Partial<Values>>({})
  // Suggestions for another version of the record would replace those that the user has seen.
  const [suggests, setSuggests] = useState(true)
  const [errors, setErrors] = useState<Errors<Values>>({})
  const [corrections, setCorrections] = useState(0)

  const initial = options.values(record)
  const suggested = record && suggests ? options.suggested?.(record) : undefined
  const entered = { ...suggested, ...typed }
  const values: Values = { ...initial, ...entered }
  const normalised = normal(values)
  const names = Object.keys(initial)
  const choicesOf = (of: Entry | undefined) => options.choices?.(of) ?? {}
  const choices = choicesOf(record)
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
  /** Shows each message at its field; returns whether every message had a field. */
  const showErrors = (found: Record<string, string>): boolean => {
    const shown = Object.entries(found).filter(([name]) => isField(name))
    setErrors(Object.fromEntries(shown) as Errors<Values>)
    setCorrections((count) => count + 1)
    return shown.length > 0 && shown.length === Object.keys(found).length
  }

  const { conflict, onConflict } = useConflict({
    kind: options.kind,
    record,
    reload,
    reading,
    values: (of) => normal(options.values(of)),
    typed: entered,
    labels,
    choices: choicesOf,
    discard(dropped) {
      setTyped(
        (before) =>
          Object.fromEntries(
            Object.entries(before).filter(([name]) => !dropped.includes(name)),
          ) as typeof before,
      )
    },
  })

  const save = useRecordAction({
    write: (changes: readonly Change[]) => options.save(body(normalised, record), changes, record),
    question: (changes) => {
      const { confirmBeforeSave: condition } = options
      const asksFirst = typeof condition === 'function' ? condition(normalised, record) : condition
      const text = options.question ?? (asksFirst ? saveQuestion : undefined)
      return text === undefined || changes.length === 0 ? undefined : { text, changes }
    },
    done: options.saved,
    onDone: (saved) => {
      if (options.created) setCreated(createdState(options.created(saved), options.saved))
      // The facts of the record must show what was saved.
      if (returnsToRecord) void reload()
    },
    leave,
    showProblem: (problem) => {
      const { code, httpMessage, status } = problem
      if (code === 'changed-meanwhile') {
        setSuggests(false)
        setTyped((before) => ({ ...suggested, ...before }))
        return onConflict(httpMessage)
      }
      const field = refusals.fields?.[code]
      const fields = options.refusedFields?.(problem.fields) ?? problem.fields
      const shown = showErrors(field === undefined ? fields : { [field]: httpMessage })
      // A 409 is also shown as a toast, because the message at its field could be overlooked (console.md §8).
      if (!shown || field !== undefined || status === 409) showRefusal(problem, refusals)
    },
  })
  const differs = (name: string, one: Values, other: Values) =>
    !sameValue(one[name] ?? '', other[name] ?? '')
  const changed = names.some((name) => differs(name, normalised, normal(initial)))
  useUnsavedChanges(!save.done && changed)

  const onSave = () => {
    notify.clear()
    if (options.unchanged !== undefined && !changed) return notify.warning(options.unchanged)
    const checked = schema.safeParse(body(normalised, record), { error: fieldErrorMap })
    setErrors({})
    const changes = record ? differenceOf(normal(initial), normalised, { labels, choices }) : []
    if (checked.success) save.start(changes)
    else showErrors(firstSentences(checked.error))
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
      conflict,
      onSave,
      onCancel: leave,
    },
  }
}

const saveQuestion = 'Deseja salvar as alterações?'

function firstSentences(error: z.ZodError): Record<string, string> {
  const sentences = error.issues.map(
    ({ path, message }) => [String(path[0] ?? ''), message] as const,
  )
  return Object.fromEntries<string>(sentences.toReversed())
}

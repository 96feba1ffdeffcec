import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { NavigateOptions } from '@tanstack/react-router'
import { useEffect, useState, type ChangeEvent } from 'react'
import type { z } from 'zod'
import { redirectDelay } from '../../contract/constants.ts'
import { fieldSentence } from '../../contract/field-sentences.ts'
import type { ProblemCode } from '../../contract/problems.ts'
import type { FormPageProps } from '../ui/form-page.tsx'
import { notify } from '../ui/notify.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { endedSession } from '../session-state/session-end.ts'
import { ConfirmationCancelled } from '../confirm-identity/confirm-identity-request.ts'
import { useBackToList } from '../list/use-back-to-list.ts'
import { useLeaveUnreadable, useRecord } from './use-record.ts'
import { useUnsavedChanges } from './use-unsaved-changes.ts'

type FieldValues = Record<string, string | boolean>
type Errors<Values> = Partial<Record<keyof Values & string, string>>
type FieldOf<Values, Value> = {
  [Key in keyof Values & string]: Values[Key] extends Value ? Key : never
}[keyof Values & string]

interface RecordFormOptions<Entry, Values extends FieldValues, Body extends z.ZodType> {
  /** Reads the record to update; null to create one. */
  read: (() => Promise<Entry>) | null
  /** What the fields hold to begin with. */
  values: (record: Entry | undefined) => Values
  /** The rules of the body, from the contract: the same on screen and server. */
  schema: Body
  body: (values: Values) => z.input<Body>
  save: (body: z.input<Body>, record: Entry | undefined) => Promise<unknown>
  /** Told once it is saved. */
  saved: string
  /** Told instead of saving where no field differs from the record; without it such a save goes through. */
  unchanged?: string
  /** Tells that it wasn't, where no field can say it alone. */
  onRefused: (problem: ApiProblem) => void
  /** Fields that say a problem of the server themselves. */
  problemFields?: Partial<Record<ProblemCode, keyof Values & string>>
  /** Where saving and cancelling lead. */
  list: (record: Entry | undefined) => NavigateOptions
}

/** The form over a record with these fields, for the parts that a screen is put together of. */
export interface RecordForm<Entry, Values extends FieldValues> {
  /** As it was read last. */
  record: Entry | undefined
  values: Values
  errors: Errors<Values>
  set: (change: Partial<Values>) => void
  /** For a text field or a native select. */
  text: (name: FieldOf<Values, string>) => {
    name: string
    value: string
    error: string | undefined
    onChange: (event: ChangeEvent<{ value: string }>) => void
  }
  /** For a checkbox. */
  check: (name: FieldOf<Values, boolean>) => {
    name: string
    checked: boolean
    error: string | undefined
    onChange: (event: ChangeEvent<{ checked: boolean }>) => void
  }
  /** For `FormPage`. */
  page: Pick<
    FormPageProps,
    'loading' | 'saving' | 'corrections' | 'conflict' | 'onSave' | 'onCancel'
  >
}

/**
 * A form over one record: checks with the rules of the contract, saves, tells, and goes back to its list after 1 s
 * (console.md §2, §4). What a person has typed lies over what was read, so that reading again loses none of it.
 */
export function useRecordForm<Entry, Values extends FieldValues, Body extends z.ZodType>(
  options: RecordFormOptions<Entry, Values, Body>,
): RecordForm<Entry, Values> {
  const { schema, body, problemFields = {}, onRefused } = options
  const { record, reading, reload, unreadable } = useRecord(options.read)
  const leave = useBackToList(options.list(record))
  useLeaveUnreadable(unreadable, leave)
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState<Partial<Values>>({})
  const [errors, setErrors] = useState<Errors<Values>>({})
  const [corrections, setCorrections] = useState(0)
  const [conflict, setConflict] = useState<string | null>(null)

  const initial = options.values(record)
  const values: Values = { ...initial, ...typed }
  const names = Object.keys(initial)
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
  /** Shows what is wrong at the fields; answers whether every sentence found its field. */
  const correct = (found: Record<string, string>): boolean => {
    const known = Object.entries(found).filter(([name]) => isField(name))
    setErrors(Object.fromEntries(known) as Errors<Values>)
    setCorrections((count) => count + 1)
    return known.length > 0 && known.length === Object.keys(found).length
  }

  const save = useMutation({
    mutationFn: () => options.save(body(values), record),
    onSuccess: () => {
      // Nobody is shown what was read before this.
      queryClient.removeQueries({ type: 'inactive' })
      notify.success(options.saved)
    },
    onError: (error) => {
      if (error instanceof ConfirmationCancelled) return
      if (!(error instanceof ApiProblem)) throw error
      if (endedSession(error)) return
      if (error.code === 'changed-meanwhile') return setConflict(error.httpMessage)
      const field = problemFieldOf(error, problemFields)
      const told = correct(field === undefined ? error.fields : { [field]: error.httpMessage })
      // What only the server can know is told too, where the field's own sentence could be overlooked (console.md §8).
      if (!told || field !== undefined || error.status === 409) onRefused(error)
    },
  })
  const changed = names.some((name) => values[name] !== initial[name])
  useUnsavedChanges(!save.isSuccess && changed)
  useEffect(() => {
    if (!save.isSuccess) return undefined
    const timer = setTimeout(leave, redirectDelay)
    return () => clearTimeout(timer)
  }, [save.isSuccess, leave])

  const onSave = () => {
    if (options.unchanged !== undefined && !changed) return notify.warning(options.unchanged)
    const checked = schema.safeParse(body(values), { error: fieldSentence })
    setErrors({})
    if (checked.success) save.mutate()
    else correct(firstSentences(checked.error))
  }
  const onReload = async () => {
    const { data, isError } = await reload()
    if (isError || data === undefined) return notify.error('Erro inesperado')
    const fresh = options.values(data)
    const both = names.filter((name) => fresh[name] !== initial[name] && name in typed)
    correct(Object.fromEntries(both.map((name) => [name, changedByBoth])))
    setConflict(null)
    notify.info('Registro recarregado. O que você digitou foi mantido.')
  }

  return {
    record,
    values,
    set,
    errors,
    text: (name) => ({
      name,
      value: values[name] as string,
      error: errors[name],
      onChange: ({ currentTarget: { value } }) => set({ [name]: value } as Partial<Values>),
    }),
    check: (name) => ({
      name,
      checked: values[name] as boolean,
      error: errors[name],
      onChange: ({ currentTarget: { checked } }) => set({ [name]: checked } as Partial<Values>),
    }),
    page: {
      loading: options.read !== null && record === undefined,
      saving: save.isPending || save.isSuccess,
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

const changedByBoth = 'Outra pessoa também alterou este campo. Confira antes de salvar.'

function firstSentences(error: z.ZodError): Record<string, string> {
  const sentences = error.issues.map(
    ({ path, message }) => [String(path[0] ?? ''), message] as const,
  )
  return Object.fromEntries<string>(sentences.toReversed())
}

function problemFieldOf<Name extends string>(
  { code }: ApiProblem,
  fields: Partial<Record<ProblemCode, Name>>,
): Name | undefined {
  return code === 'network' || code === 'unreadable' ? undefined : fields[code]
}

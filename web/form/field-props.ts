import type { ChangeEvent } from 'react'
import type { z } from 'zod'
import { textOf, type Choices, type FieldValues, type Label } from './difference.ts'
import { textRules, type TextRules } from './text-rules.ts'

/** Names of the fields whose value has this type. */
type FieldOf<Values, Value> = {
  [Key in keyof Values & string]: Values[Key] extends Value ? Key : never
}[keyof Values & string]

interface FieldProps {
  label: string
  name: string
  error: string | undefined
}

/** Props of the inputs of a form, by field name. */
export interface FieldPropsOf<Values extends FieldValues> {
  /** For a text field or native select. Includes the text rules of the contract. */
  text: (name: FieldOf<Values, string>) => FieldProps &
    TextRules & {
      value: string
      onChange: (event: ChangeEvent<{ value: string }>) => void
    }
  /** For `ChoiceSelect`, with the options given to the form. */
  choice: (name: FieldOf<Values, string>) => Omit<FieldProps, 'name'> & {
    data: Choices
    value: string
    onChoose: (value: string) => void
  }
  /** For a multi-select, with the options given to the form. */
  several: (name: FieldOf<Values, readonly string[]>) => FieldProps & {
    data: Choices
    value: string[]
    onChange: (values: string[]) => void
  }
  /** For a checkbox. It takes a whole row of the form. */
  check: (name: FieldOf<Values, boolean>) => FieldProps & {
    wrapperProps: { 'data-wide': true }
    checked: boolean
    onChange: (event: ChangeEvent<{ checked: boolean }>) => void
  }
  /** For `StatusSelect`, which sets whether the record is active. */
  status: (name: FieldOf<Values, boolean>) => FieldProps & {
    active: boolean
    onActive: (active: boolean) => void
  }
}

interface FieldState<Values extends FieldValues> {
  /** Schema of the request body, the source of the text rules. */
  schema: z.ZodType
  values: Values
  errors: Partial<Record<string, string>>
  labels: Readonly<Record<keyof Values & string, Label>>
  choices: Partial<Record<string, Choices>>
  set: (change: Partial<Values>) => void
}

/** Builds the props of the inputs from the state of a form. */
export function fieldProps<Values extends FieldValues>(
  state: FieldState<Values>,
): FieldPropsOf<Values> {
  const { schema, values, errors, labels, choices, set } = state
  const setOne = (name: string, value: FieldValues[string]) =>
    set({ [name]: value } as Partial<Values>)
  const common = (name: keyof Values & string) => ({
    label: textOf(labels[name]),
    name,
    error: errors[name],
  })
  return {
    text: (name) => ({
      ...common(name),
      ...textRules(schema, name),
      value: values[name] as string,
      onChange: ({ currentTarget: { value } }) => setOne(name, value),
    }),
    choice: (name) => ({
      label: textOf(labels[name]),
      error: errors[name],
      data: choices[name] ?? [],
      value: values[name] as string,
      onChoose: (value) => setOne(name, value),
    }),
    several: (name) => ({
      ...common(name),
      data: choices[name] ?? [],
      value: [...(values[name] as readonly string[])],
      onChange: (chosen) => setOne(name, chosen),
    }),
    check: (name) => ({
      ...common(name),
      wrapperProps: { 'data-wide': true },
      checked: values[name] as boolean,
      onChange: ({ currentTarget: { checked } }) => setOne(name, checked),
    }),
    status: (name) => ({
      ...common(name),
      active: values[name] as boolean,
      onActive: (active) => setOne(name, active),
    }),
  }
}

import type { ChangeEvent } from 'react'
import type { z } from 'zod'
import { textOf, type Choices, type FieldValues, type Label } from './difference.ts'
import { textRules, type TextRules } from './text-rules.ts'

/** The names of the fields that hold a value of this kind. */
type FieldOf<Values, Value> = {
  [Key in keyof Values & string]: Values[Key] extends Value ? Key : never
}[keyof Values & string]

interface FieldProps {
  label: string
  name: string
  error: string | undefined
}

/** What the inputs of a form are given, by the name of their field. */
export interface FieldPropsOf<Values extends FieldValues> {
  /** For a text field or a native select; what the contract says of the text is among them. */
  text: (name: FieldOf<Values, string>) => FieldProps &
    TextRules & {
      value: string
      onChange: (event: ChangeEvent<{ value: string }>) => void
    }
  /** For `ChoiceSelect`, over the choices that the form was given. */
  choice: (name: FieldOf<Values, string>) => Omit<FieldProps, 'name'> & {
    data: Choices
    value: string
    onChoose: (value: string) => void
  }
  /** For a select of several, over the choices that the form was given. */
  several: (name: FieldOf<Values, readonly string[]>) => FieldProps & {
    data: Choices
    value: string[]
    onChange: (values: string[]) => void
  }
  /** For a checkbox, which has a line of its own. */
  check: (name: FieldOf<Values, boolean>) => FieldProps & {
    wrapperProps: { 'data-wide': true }
    checked: boolean
    onChange: (event: ChangeEvent<{ checked: boolean }>) => void
  }
  /** For `StatusSelect`, over whether the record is active. */
  status: (name: FieldOf<Values, boolean>) => FieldProps & {
    active: boolean
    onActive: (active: boolean) => void
  }
}

interface FieldState<Values extends FieldValues> {
  /** The schema of the body, which the texts follow. */
  schema: z.ZodType
  values: Values
  errors: Partial<Record<string, string>>
  labels: Readonly<Record<keyof Values & string, Label>>
  choices: Partial<Record<string, Choices>>
  set: (change: Partial<Values>) => void
}

/** The properties of the inputs over the state of a form. */
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

import { useMemo } from 'react'
import { z } from 'zod'
import { getPreference, setPreference, usePreference } from './preference.ts'

/** Columns, by header, that the user has shown (true) or hidden (false); the others depend on the width. */
export type ColumnChoice = Readonly<Record<string, boolean>>

/** The choices of each table, by its label. */
const choices = z.record(z.string(), z.record(z.string(), z.boolean()))

function parse(text: string | null): Record<string, ColumnChoice> {
  if (text === null) return {}
  try {
    return choices.parse(JSON.parse(text))
  } catch {
    return {}
  }
}

const none: ColumnChoice = {}

/** Columns chosen for a table in this browser. */
export function useColumnChoice(table: string): ColumnChoice {
  const text = usePreference('columns')
  return useMemo(() => parse(text)[table] ?? none, [text, table])
}

/** Stores the choice for a table; an empty choice lets the width decide again. */
export function chooseColumns(table: string, choice: ColumnChoice): void {
  const { [table]: _, ...others } = parse(getPreference('columns'))
  const changed = Object.keys(choice).length === 0 ? others : { ...others, [table]: choice }
  setPreference('columns', JSON.stringify(changed))
}

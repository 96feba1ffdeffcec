import { NativeSelect } from '@mantine/core'
import type { ComponentType } from 'react'

export interface FilterControlProps {
  label: string
  /** Stands for no choice, such as 'Todos os módulos'. */
  everything: string
  /** Empty where nothing is chosen. */
  value: string
  onChoose: (value: string) => void
  /** What the filters around this one limit its choices to. */
  query: Readonly<Record<string, string>>
}

/** How a screen offers one filter of its list, which the contract declares. */
export interface FilterOffer {
  label: string
  everything: string
  Control: ComponentType<FilterControlProps>
  /** What a value is called. */
  Name: ComponentType<{ value: string }>
  /** The filter whose choice limits what this one offers; another choice there takes this one off. */
  within?: string
  /** What the list begins with; whoever takes it off sees everything. */
  initial?: number | undefined
}

/** A filter with a few values that never change, by what they are called. */
export function wordFilter(
  label: string,
  everything: string,
  words: Readonly<Record<string, string>>,
): FilterOffer {
  // Figures come in ascending order in an object: 1, what is so, belongs before 0.
  const data = Object.entries(words)
    .map(([value, word]) => ({ value, label: word }))
    .toSorted((a, b) => (Number(b.value) || 0) - (Number(a.value) || 0))
  return {
    label,
    everything,
    Control: ({ value, onChoose }) => (
      <NativeSelect
        aria-label={label}
        data={[{ value: '', label: everything }, ...data]}
        value={value}
        onChange={(event) => onChoose(event.currentTarget.value)}
      />
    ),
    Name: ({ value }) => words[value] ?? value,
  }
}

/** Active or not. */
export const statusFilter = wordFilter('Status', 'Todos os status', { 1: 'Ativo', 0: 'Inativo' })

import { NativeSelect } from '@mantine/core'
import type { ComponentType } from 'react'

export interface FilterControlProps {
  label: string
  /** Label of the empty value, such as 'Todos os módulos'. */
  everything: string
  /** Empty string if the filter is not set. */
  value: string
  onChoose: (value: string) => void
  /** Values of the other filters that limit the options of this one. */
  query: Readonly<Record<string, string>>
}

/** Presentation of a filter that the contract declares. */
export interface FilterOffer {
  label: string
  everything: string
  Control: ComponentType<FilterControlProps>
  /** Displays the name of a value. */
  Name: ComponentType<{ value: string }>
  /** Name of another filter that limits the options of this one. Changing that filter clears this one. */
  within?: string
  /** Initial value of the filter; clearing the filter shows all rows. */
  initial?: number | undefined
}

/** A filter with a few fixed values; `words` are their labels. */
export function wordFilter(
  label: string,
  everything: string,
  words: Readonly<Record<string, string>>,
): FilterOffer {
  // Integer keys of an object are in ascending order, but 1 ('yes') should come before 0.
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

export const statusFilter = wordFilter('Status', 'Todos os status', { 1: 'Ativo', 0: 'Inativo' })

import { NativeSelect } from '@mantine/core'

/** Label of the status field and of its two values. */
export const statusLabel = { label: 'Status', on: 'Ativo', off: 'Inativo' }
const choices = [
  { value: '1', label: statusLabel.on },
  { value: '0', label: statusLabel.off },
]

interface StatusSelectProps {
  label: string
  name: string
  active: boolean
  error: string | undefined
  onActive: (active: boolean) => void
}

/** Status field of a record; shown on update only (console.md §4). */
export function StatusSelect({ label, name, active, error, onActive }: StatusSelectProps) {
  return (
    <NativeSelect
      label={label}
      required
      data={choices}
      name={name}
      value={active ? '1' : '0'}
      error={error}
      onChange={(event) => onActive(event.currentTarget.value === '1')}
    />
  )
}

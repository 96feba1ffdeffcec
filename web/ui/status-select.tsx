import { NativeSelect, type NativeSelectProps } from '@mantine/core'

const choices = [
  { value: '1', label: 'Ativo' },
  { value: '0', label: 'Inativo' },
]

/** The status of a record; offered on update only (console.md §4). */
export function StatusSelect(props: Omit<NativeSelectProps, 'data' | 'label'>) {
  return <NativeSelect label="Status" required data={choices} {...props} />
}

import { Select, type SelectProps } from '@mantine/core'
import { useSelectFirstOption } from './select-first-option.ts'

interface ChoiceSelectProps extends Pick<
  SelectProps,
  'label' | 'data' | 'error' | 'disabled' | 'openOnFocus'
> {
  /** Message when the search matches no option. */
  nothingFound: string
  /** Empty string if nothing is selected. */
  value: string
  onChoose: (value: string) => void
}

/** Required, searchable select of records. */
export function ChoiceSelect({ nothingFound, value, onChoose, ...props }: ChoiceSelectProps) {
  // Enter pressed before the options have loaded selects the first one when they arrive.
  const onKeyDown = useSelectFirstOption(props.data !== undefined && props.data.length > 0)
  return (
    <Select
      required
      searchable
      placeholder="Selecione"
      nothingFoundMessage={nothingFound}
      value={value || null}
      onChange={(chosen) => onChoose(chosen ?? '')}
      onKeyDown={onKeyDown}
      {...props}
    />
  )
}

import { Select, type SelectProps } from '@mantine/core'
import { useSelectFirstOption } from './select-first-option.ts'

interface ChoiceSelectProps extends Pick<
  SelectProps,
  'label' | 'data' | 'error' | 'disabled' | 'openOnFocus'
> {
  /** Shown where the search finds no choice. */
  nothingFound: string
  /** Empty where nothing is chosen. */
  value: string
  onChoose: (value: string) => void
}

/** A required choice among records, found by typing. */
export function ChoiceSelect({ nothingFound, value, onChoose, ...props }: ChoiceSelectProps) {
  // Whoever is quicker than the records gets the first once they have come.
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

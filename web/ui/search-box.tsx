import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import classes from './search-box.module.css'

/** Milliseconds without a keystroke before the search starts. */
const typingPause = 300

interface SearchBoxProps {
  label: string
  maxLength: number
  /** The search that the list currently shows; the browser's back button may change it. */
  value: string
  onSearch: (text: string) => void
}

/** Search box of a list or tree. Searches after a pause in typing, or immediately on Enter. */
export function SearchBox({ label, maxLength, value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  const search = useDebouncedCallback((typed: string) => onSearch(typed.trim()), typingPause)
  if (value !== lastValue) {
    setLastValue(value)
    // While the user types, an older search from the URL must not overwrite the text.
    if (value !== text.trim()) setText(value)
  }
  const box = useRef<HTMLInputElement>(null)
  const clear = () => {
    setText('')
    search('')
    search.flush()
    box.current?.focus()
  }
  return (
    <TextInput
      ref={box}
      className={classes['box'] ?? ''}
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={maxLength}
      leftSection={<IconSearch size={16} stroke={1.8} aria-hidden="true" />}
      rightSection={
        text !== '' && (
          <CloseButton
            size={28}
            className={classes['clear'] ?? ''}
            aria-label="Limpar busca"
            onClick={clear}
          />
        )
      }
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        search(event.currentTarget.value)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        // Do not submit a surrounding form.
        event.preventDefault()
        search.flush()
      }}
    />
  )
}

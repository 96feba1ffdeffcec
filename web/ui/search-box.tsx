import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'

/** Milliseconds of rest after which what was typed is looked for. */
const typingPause = 300

interface SearchBoxProps {
  label: string
  maxLength: number
  /** What the list shows now; it may change from outside, by the way back of the browser. */
  value: string
  onSearch: (text: string) => void
}

/** The search of a list; looks while one types, and at once with Enter. */
export function SearchBox({ label, maxLength, value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value)
  const [shown, setShown] = useState(value)
  const search = useDebouncedCallback((typed: string) => onSearch(typed.trim()), typingPause)
  if (value !== shown) {
    setShown(value)
    // What is being typed wins over what it has found so far.
    if (value !== text.trim()) setText(value)
  }
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={maxLength}
      leftSection={<IconSearch size={16} stroke={1.8} aria-hidden="true" />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        search(event.currentTarget.value)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') search.flush()
      }}
    />
  )
}

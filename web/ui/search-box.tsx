import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import classes from './search-box.module.css'

/** Milliseconds without a keystroke after which the search begins. */
const typingPause = 300

interface SearchBoxProps {
  label: string
  maxLength: number
  /** The search that the list shows now; the browser's back button may change it. */
  value: string
  onSearch: (text: string) => void
}

/** The search box of a list or of a tree: searches while a person types, and at once on Enter. */
export function SearchBox({ label, maxLength, value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value)
  const [shown, setShown] = useState(value)
  const search = useDebouncedCallback((typed: string) => onSearch(typed.trim()), typingPause)
  if (value !== shown) {
    setShown(value)
    // A person who is still typing has the say: an older search in the address must not overwrite their text.
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
        // A form around it is not submitted by a search.
        event.preventDefault()
        search.flush()
      }}
    />
  )
}

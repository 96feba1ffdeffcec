import {
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type ToggleEvent,
} from 'react'
import { placeBelow } from '../ui/place-below.ts'
import { terms, type Term } from './terms.ts'
import motion from '../ui/motion.module.css'
import classes from './termo.module.css'

interface TermoProps {
  of: Term
  /** The word as it is in the sentence: 'perfis'. */
  children: ReactNode
}

/**
 * A word with a dotted underline. Pressing it shows what the word means, and leaves the focus on it. Contains only
 * phrasing content, so it may be in a paragraph. Do not use it in a label, where it would take the press, or in a
 * heading, whose name would change while it is open.
 */
export function Termo({ of, children }: TermoProps) {
  const { label, sentences, example } = terms[of]
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const popover = useRef<HTMLSpanElement>(null)
  const [open, setOpen] = useState(false)

  const beforeToggle = ({ newState }: ToggleEvent<HTMLSpanElement>) => {
    setOpen(newState === 'open')
    if (newState === 'open') place(popover, button)
    // A press on the explanation has moved the focus there.
    else if (popover.current?.contains(document.activeElement)) button.current?.focus()
  }
  const close = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return
    event.stopPropagation()
    popover.current?.hidePopover()
  }
  useEffect(() => {
    if (!open) return undefined
    const follow = () => place(popover, button)
    window.addEventListener('resize', follow)
    // The word may be inside an element that scrolls.
    window.addEventListener('scroll', follow, { capture: true, passive: true })
    return () => {
      window.removeEventListener('resize', follow)
      window.removeEventListener('scroll', follow, { capture: true })
    }
  }, [open])
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes['word']}
        popoverTarget={id}
        aria-expanded={open}
        aria-controls={id}
        // A dialog around it must not close with the same Escape.
        data-mantine-stop-propagation={open || undefined}
        onKeyDown={close}
      >
        {children}
      </button>
      <span
        ref={popover}
        id={id}
        popover="auto"
        role="note"
        aria-label={label}
        // Without this, a press on the text would move the focus out of the word and of a dialog around it.
        tabIndex={-1}
        data-mantine-stop-propagation={open || undefined}
        className={`${classes['text']} ${motion['appear']}`}
        onBeforeToggle={beforeToggle}
      >
        {/* Absent while it is hidden, so that it is not part of the sentence. */}
        {open && (
          <>
            <strong>{label}</strong>
            <span>{sentences.join(' ')}</span>
            <span className={classes['example']}>{`Exemplo: ${example}`}</span>
          </>
        )}
      </span>
    </>
  )
}

function place(popover: RefObject<HTMLElement | null>, word: RefObject<HTMLElement | null>): void {
  if (popover.current && word.current) placeBelow(popover.current, word.current)
}

import { Button, CloseButton } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import {
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type FocusEvent,
  type KeyboardEvent,
} from 'react'
import { offerUndo, openUndo, undoTime, type UndoOffer } from './undo.ts'
import classes from './undo-toast.module.css'

interface UndoToastProps {
  signedIn: boolean
  /** Path of the current screen, then `?` and the parameters that name its record. */
  place: string
}

const close = () => openUndo.set(null)

/**
 * The toast with 'Desfazer' (decision 79), at the bottom of the window. Mounted once, in the frame. It closes after ten
 * seconds without pointer and focus in it, on Escape while it has the focus, when the user opens another screen or
 * record, and on sign-out.
 */
export function UndoToast({ signedIn, place }: UndoToastProps) {
  const offer = useSyncExternalStore(openUndo.subscribe, openUndo.get)
  const { attended, listeners, release } = useAttention()
  useCloseElsewhere(offer, place, signedIn)
  useCloseInTime(offer, attended)
  const leave = () => {
    release()
    close()
  }
  const undo = () => {
    leave()
    if (offer) void undoUnlessCancelled(offer)
  }
  useUndoKey(offer ? undo : undefined)
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') leave()
  }
  return (
    <div className={classes['corner']}>
      <div
        className={classes['toast']}
        role={offer ? 'region' : undefined}
        aria-label={offer ? 'Desfazer a última ação' : undefined}
        data-undo={offer !== null || undefined}
        {...listeners}
        {...(offer && { onKeyDown })}
      >
        {/* Always there, because screen readers announce changes of an existing element. */}
        <output className={classes['message']} aria-label="Última ação">
          {offer?.message}
        </output>
        {offer && <UndoButtons onUndo={undo} onLeave={leave} />}
      </div>
    </div>
  )
}

/** Undoes the write. Offers it again if the user has closed the confirmation and there is no newer offer. */
async function undoUnlessCancelled(offer: UndoOffer): Promise<void> {
  if ((await offer.undo()) === 'cancelled' && !openUndo.get()) offerUndo(offer)
}

function UndoButtons({ onUndo, onLeave }: { onUndo: () => void; onLeave: () => void }) {
  return (
    <>
      <Button
        variant="subtle"
        className={classes['undo'] ?? ''}
        leftSection={<IconArrowBackUp size={17} stroke={1.8} aria-hidden="true" />}
        aria-keyshortcuts="Control+Z Meta+Z"
        onClick={onUndo}
      >
        Desfazer
      </Button>
      <CloseButton
        size="lg"
        className={classes['close'] ?? ''}
        aria-label="Dispensar"
        onClick={onLeave}
      />
    </>
  )
}

/** Whether the pointer or the focus is in the toast. */
function useAttention() {
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const focusedBefore = useRef<EventTarget | null>(null)
  return {
    attended: hovered || focused,
    listeners: {
      onPointerEnter: () => setHovered(true),
      onPointerLeave: () => setHovered(false),
      onFocus: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) focusedBefore.current = relatedTarget
        setFocused(true)
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
        setFocused(currentTarget.contains(relatedTarget)),
    },
    /** Ends the attention before the toast closes. The focus, if it is in the toast, returns to where it was. */
    release: () => {
      const { current } = focusedBefore
      const back = current instanceof HTMLElement && current.isConnected ? current : null
      if (focused) (back ?? document.querySelector('main'))?.focus({ preventScroll: true })
      setHovered(false)
      setFocused(false)
    },
  }
}

/** Closes the offer when its time has passed since it began or since the toast lost pointer and focus. */
function useCloseInTime(offer: UndoOffer | null, attended: boolean): void {
  useEffect(() => {
    if (!offer || attended) return undefined
    const timer = setTimeout(close, undoTime)
    return () => clearTimeout(timer)
  }, [offer, attended])
}

/** Closes the offer when the user leaves the screen where it began, except to the screen to which its write leads. */
function useCloseElsewhere(offer: UndoOffer | null, place: string, signedIn: boolean): void {
  const begun = useRef<{ offer: UndoOffer; place: string } | null>(null)
  useEffect(() => {
    if (!offer) return
    if (begun.current?.offer !== offer) begun.current = { offer, place }
    const [path] = place.split('?')
    const here = place === begun.current.place || path === offer.leadsTo
    if (!signedIn || !here) close()
  }, [offer, place, signedIn])
}

/** Runs `undo` on Ctrl+Z, except in fields, which undo their own text, and while a dialog is open. */
function useUndoKey(undo: (() => void) | undefined): void {
  useEffect(() => {
    if (!undo) return undefined
    const press = (event: globalThis.KeyboardEvent) => {
      const { key, ctrlKey, metaKey, shiftKey, altKey, target } = event
      if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || shiftKey || altKey) return
      const inField = target instanceof Element && target.closest(fields) !== null
      if (inField || document.querySelector('[role="dialog"]')) return
      event.preventDefault()
      undo()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [undo])
}

const fields = 'input:not([type="checkbox"], [type="radio"]), textarea, [contenteditable]'

import { useEffect, useRef, useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { useReturnFocus } from '../ui/use-return-focus.ts'
import classes from './request-dialog.module.css'
import { RequestFields } from './request-fields.tsx'
import { RequestableModules } from './requestable-modules.tsx'
import type { RequestablePlace } from './requested-place.ts'

interface RequestDialogProps {
  token: string | undefined
  /** What is requested. If absent, the dialog searches the modules that the user cannot open. */
  place?: RequestablePlace | undefined
  /** Text to search for at first. */
  search?: string
  /** Sentence before everything else. */
  notice?: string
  onClose: () => void
}

/** Dialog of a request: what is requested, unless it is known, then why and until when. */
export default function RequestDialog(props: RequestDialogProps) {
  const { token, place, search = '', notice, onClose } = props
  useReturnFocus()
  const content = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState(place ?? null)
  const isKnown = chosen !== null
  // The dialog focuses the first content itself. Later the pressed button disappears with the content.
  useEffect(() => {
    const field = isKnown ? 'textarea' : 'input'
    content.current?.querySelector<HTMLElement>(field)?.focus()
  }, [isKnown])
  return (
    <Dialog opened onClose={onClose} title="Pedir acesso" size="md">
      {notice !== undefined && <p className={classes['notice']}>{notice}</p>}
      <div ref={content}>
        {chosen === null ? (
          <RequestableModules token={token} search={search} onChoose={setChosen} />
        ) : (
          <RequestFields
            token={token}
            place={chosen}
            onChange={place ? undefined : () => setChosen(null)}
            onClose={onClose}
          />
        )}
      </div>
    </Dialog>
  )
}

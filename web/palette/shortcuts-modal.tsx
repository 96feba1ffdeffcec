import { Checkbox, Kbd } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { useReturnFocus } from '../ui/use-return-focus.ts'
import { shortcuts } from './shortcuts.ts'
import classes from './shortcuts-modal.module.css'
import { singleKeys } from './use-shortcuts.ts'

/** List of keyboard shortcuts. */
export default function ShortcutsModal({ onClose }: { onClose: () => void }) {
  useReturnFocus()
  const [on, setOn] = useState(singleKeys.on)
  return (
    <Dialog opened onClose={onClose} title="Atalhos de teclado" size="md">
      <dl className={classes['list']}>
        {shortcuts.map(({ keys, effect }) => (
          <div key={effect}>
            <dt>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
      <Checkbox
        label="Usar o atalho ?"
        description="Desligue se você fala com o computador e ele o aciona sem querer."
        checked={on}
        onChange={({ currentTarget: { checked } }) => {
          singleKeys.set(checked)
          setOn(checked)
        }}
      />
    </Dialog>
  )
}

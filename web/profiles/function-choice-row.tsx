import { Checkbox, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useId } from 'react'
import type { FunctionChoice, tickedIds } from './function-choice.ts'
import { shownUrl } from '../ui/shown-url.ts'
import classes from './function-choices.module.css'

interface FunctionChoiceRowProps {
  choice: FunctionChoice
  ticked: ReturnType<typeof tickedIds>
  open: boolean
  onOpen: (on: boolean) => void
  onTick: (on: boolean) => void
  onTickAction: (id: number) => void
}

/** The checkbox of one function, with the checkboxes of its actions below it. */
export function FunctionChoiceRow(props: FunctionChoiceRowProps) {
  const { choice, ticked, open, onOpen, onTick, onTickAction } = props
  const { id, name, url, active, actions } = choice
  const submenu = useId()
  const count = actions.filter((action) => ticked.actions.has(action.id)).length
  return (
    <li>
      <div className={classes['row']}>
        <Checkbox
          label={active ? name : `${name} (inativa)`}
          description={shownUrl(url)}
          checked={ticked.functions.has(id)}
          onChange={(event) => onTick(event.currentTarget.checked)}
        />
        {actions.length > 0 && (
          <UnstyledButton
            className={classes['expand'] ?? ''}
            aria-expanded={open}
            aria-controls={open ? submenu : undefined}
            onClick={() => onOpen(!open)}
          >
            {actions.length === 1 ? `${count} de 1 ação` : `${count} de ${actions.length} ações`}
            <VisuallyHidden>{` de ${name}`}</VisuallyHidden>
            <IconChevronDown size={16} stroke={1.8} aria-hidden="true" />
          </UnstyledButton>
        )}
      </div>
      {open && actions.length > 0 && (
        <fieldset id={submenu} className={classes['actions']} aria-label={`Ações de ${name}`}>
          {actions.map((action) => (
            <Checkbox
              key={action.id}
              label={action.active ? action.name : `${action.name} (inativa)`}
              checked={ticked.actions.has(action.id)}
              onChange={() => onTickAction(action.id)}
            />
          ))}
        </fieldset>
      )}
    </li>
  )
}

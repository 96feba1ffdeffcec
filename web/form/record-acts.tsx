import { Button, Menu } from '@mantine/core'
import { IconChevronDown, type Icon } from '@tabler/icons-react'
import { useRef } from 'react'
import { MenuLink } from '../links/menu-link.tsx'
import type { RecordTarget } from '../links/record-link.tsx'
import { RelatedLink } from '../links/related-link.tsx'
import { useOpens } from '../session-state/use-granted-paths.ts'
import classes from './record-page.module.css'

interface LinkAct {
  label: string
  icon: Icon
  /** A result of `paths.ts`. Users who may not open it do not see the action. */
  target: RecordTarget
}

interface ButtonAct {
  label: string
  icon: Icon
  onPress: () => void
  busy?: boolean
  /** Removes something; always the last item in 'Mais'. */
  danger?: boolean
}

/** An action on a record: a link to another screen or a button. */
export type RecordAct = LinkAct | ButtonAct

/** Actions in order of importance. `false` and `undefined` are left out. */
export type RecordActList = readonly (RecordAct | false | undefined)[]

/** Number of actions beside the name; the others are in 'Mais'. */
const visibleActs = 2

const removes = (act: RecordAct) => 'onPress' in act && act.danger === true

/**
 * Buttons for the actions on a record: two are visible, the others are in the menu 'Mais', with the removing ones at
 * its end.
 */
export function RecordActs({ acts }: { acts: RecordActList }) {
  const opens = useOpens()
  const held = acts.filter((act) => act !== false && act !== undefined)
  const usable = held.filter((act) => !('target' in act) || opens(act.target.to))
  const plain = usable.filter((act) => !removes(act))
  const visible = plain.slice(0, visibleActs)
  const more = plain.slice(visibleActs)
  const removing = usable.filter(removes)
  return (
    <>
      {visible.map((act) => (
        <VisibleAct key={act.label} act={act} />
      ))}
      {more.length + removing.length > 0 && <MoreActs more={more} removing={removing} />}
    </>
  )
}

function VisibleAct({ act }: { act: RecordAct }) {
  if ('target' in act)
    return (
      <RelatedLink {...act.target} leftSection={<ActIcon of={act} />}>
        {act.label}
      </RelatedLink>
    )
  return (
    <Button
      variant="default"
      loading={act.busy ?? false}
      leftSection={<ActIcon of={act} />}
      onClick={act.onPress}
    >
      {act.label}
    </Button>
  )
}

function ActIcon({ of: { icon: Icon } }: { of: RecordAct }) {
  return <Icon size={16} stroke={1.8} aria-hidden="true" />
}

interface MoreActsProps {
  more: readonly RecordAct[]
  removing: readonly RecordAct[]
}

function MoreActs({ more, removing }: MoreActsProps) {
  const button = useRef<HTMLButtonElement>(null)
  const busy = [...more, ...removing].some((act) => 'onPress' in act && act.busy)
  const item = (act: RecordAct) =>
    'target' in act ? (
      <MenuLink key={act.label} {...act.target} icon={act.icon}>
        {act.label}
      </MenuLink>
    ) : (
      <Menu.Item
        key={act.label}
        className={act.danger ? (classes['removing'] ?? '') : ''}
        leftSection={<act.icon size={17} stroke={1.7} aria-hidden="true" />}
        onClick={() => {
          // The item disappears with the menu. A dialog that the action opens returns the focus to this button.
          button.current?.focus()
          act.onPress()
        }}
      >
        {act.label}
      </Menu.Item>
    )
  return (
    <Menu
      position="bottom-end"
      shadow="md"
      radius="md"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <Button
          ref={button}
          variant="default"
          aria-label="Mais ações"
          loading={busy}
          rightSection={<IconChevronDown size={16} stroke={1.8} aria-hidden="true" />}
        >
          Mais
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {more.map(item)}
        {more.length > 0 && removing.length > 0 && <Menu.Divider />}
        {removing.map(item)}
      </Menu.Dropdown>
    </Menu>
  )
}

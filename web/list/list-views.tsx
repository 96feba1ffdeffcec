import { Button, type ButtonProps, Menu } from '@mantine/core'
import { IconBookmark, IconBookmarkFilled } from '@tabler/icons-react'
import { type Ref, useRef, useState } from 'react'
import type { ListView } from '../../contract/list-views.ts'
import type { ViewedList } from '../../contract/viewed-lists.ts'
import classes from './list-views.module.css'
import { SaveView } from './save-view.tsx'
import { useListViews } from './use-list-views.ts'
import { useViewActs } from './use-view-acts.ts'
import { visuallyHidden } from '../ui/visually-hidden.ts'

interface ListViewsProps {
  list: ViewedList
  /** Whether there is no space for the text of the button. */
  iconOnly: boolean
}

/** Menu of the saved views of a list (decision 69). */
export function ListViews({ list, iconOnly }: ListViewsProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState(false)
  const [saving, setSaving] = useState(false)
  const views = useListViews(list, opened)
  const { save, update, remove } = useViewActs(list, views)
  // A chosen item disappears with the menu. A dialog that it opens returns the focus to the button.
  const choose = (work: () => void) => {
    button.current?.focus()
    work()
  }
  return (
    <>
      <Menu
        opened={opened}
        onChange={setOpened}
        shadow="md"
        position="bottom-start"
        width="17rem"
        // Without a portal the menu is inside the main landmark; without the placeholder it contains only its items.
        withinPortal={false}
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <ViewsButton
            ref={button}
            current={views.current}
            changed={views.changed}
            iconOnly={iconOnly}
          />
        </Menu.Target>
        <Menu.Dropdown className={classes['menu'] ?? ''}>
          <ViewItems
            {...views}
            onSave={() => choose(() => setSaving(true))}
            onUpdate={(view) => choose(() => void update(view))}
            onRemove={(view) => choose(() => void remove(view))}
          />
        </Menu.Dropdown>
      </Menu>
      <SaveView
        opened={saving}
        shares={views.views?.shares ?? false}
        onClose={() => setSaving(false)}
        onSave={save}
      />
    </>
  )
}

interface ViewsButtonProps extends ButtonProps {
  ref: Ref<HTMLButtonElement>
  current: ListView | undefined
  changed: boolean
  iconOnly: boolean
}

/** The button that opens the menu. Names the opened view. Receives its other properties from the menu. */
function ViewsButton({ current, changed, iconOnly, ...target }: ViewsButtonProps) {
  const label = current ? `Visão: ${current.name}${changed ? ' (alterada)' : ''}` : 'Visões'
  return (
    <Button
      {...target}
      className={classes['button'] ?? ''}
      variant="default"
      data-icon-only={iconOnly || undefined}
      title={iconOnly ? label : undefined}
      leftSection={current ? <IconBookmarkFilled {...icon} /> : <IconBookmark {...icon} />}
    >
      <span
        className={iconOnly ? visuallyHidden : classes['name']}
        title={iconOnly ? undefined : current?.name}
      >
        {label}
      </span>
    </Button>
  )
}

interface ViewItemsProps extends ReturnType<typeof useListViews> {
  onSave: () => void
  onUpdate: (view: ListView) => void
  onRemove: (view: ListView) => void
}

/** The items of the menu: the views, and what the user may do with them. */
function ViewItems(props: ViewItemsProps) {
  const { views, failed, retry, current, changed, open, onSave, onUpdate, onRemove } = props
  return (
    <>
      {!views && (
        <Menu.Item closeMenuOnClick={false} aria-disabled={!failed} onClick={retry}>
          {failed ? 'Não foi possível ler as visões. Tentar de novo' : 'Carregando as visões…'}
        </Menu.Item>
      )}
      <Views
        label="Minhas visões"
        views={views?.rows.filter(({ shared }) => !shared)}
        current={current}
        onOpen={open}
      />
      <Views
        label="Visões da empresa"
        views={views?.rows.filter(({ shared }) => shared)}
        current={current}
        onOpen={open}
      />
      {views?.rows.length === 0 && <Menu.Label>Nenhuma visão salva.</Menu.Label>}
      {views?.saves && (
        <>
          <Menu.Divider />
          <Menu.Item onClick={onSave}>Salvar esta visão…</Menu.Item>
        </>
      )}
      {current && (current.shared ? views?.shares : views?.saves) && (
        <ViewActs
          view={current}
          changed={changed}
          onUpdate={() => onUpdate(current)}
          onRemove={() => onRemove(current)}
        />
      )}
    </>
  )
}

const icon = { size: 16, stroke: 1.8, 'aria-hidden': true } as const

interface ViewsProps {
  label: string
  views: readonly ListView[] | undefined
  current: ListView | undefined
  onOpen: (view: ListView) => void
}

/** The views of one owner, if there are any. */
function Views({ label, views = [], current, onOpen }: ViewsProps) {
  if (views.length === 0) return null
  return (
    <>
      <Menu.Label>{label}</Menu.Label>
      {views.map((view) => (
        <Menu.Item
          key={view.id}
          aria-current={view.id === current?.id || undefined}
          onClick={() => onOpen(view)}
        >
          {view.name}
        </Menu.Item>
      ))}
    </>
  )
}

interface ViewActsProps {
  view: ListView
  changed: boolean
  onUpdate: () => void
  onRemove: () => void
}

/** Actions on the opened view. */
function ViewActs({ view: { name, shared }, changed, onUpdate, onRemove }: ViewActsProps) {
  return (
    <>
      {changed && <Menu.Item onClick={onUpdate}>Atualizar “{name}”</Menu.Item>}
      <Menu.Item className={classes['removing'] ?? ''} onClick={onRemove}>
        Excluir “{name}”{shared && '…'}
      </Menu.Item>
    </>
  )
}

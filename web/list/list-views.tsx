import { Button, Menu } from '@mantine/core'
import { IconBookmark, IconBookmarkFilled } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { ListView } from '../../contract/list-views.ts'
import type { ViewedList } from '../../contract/viewed-lists.ts'
import { call } from '../api/api-client.ts'
import { confirmAction, type Question } from '../ui/confirm-action.ts'
import classes from './list-views.module.css'
import { SaveView } from './save-view.tsx'
import { useListViews, useWriteView } from './use-list-views.ts'
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
  const { views, failed, retry, current, changed, conditions, open, close } = useListViews(
    list,
    opened,
  )
  const write = useWriteView()
  // A chosen item disappears with the menu. A dialog that it opens returns the focus to the button.
  const choose = (work: () => void) => {
    button.current?.focus()
    work()
  }
  const put = ({ id, name }: ListView, query: Record<string, string>) =>
    call('listViewUpdate', { params: { id: String(id) }, body: { name, query } })
  const create = async (name: string, shared: boolean, query: Record<string, string>) =>
    open(await call('listViewCreate', { body: { list, name, shared, query } }))
  const update = (view: ListView) =>
    write(`Visão “${view.name}” atualizada.`, () => put(view, conditions), {
      done: `Visão “${view.name}” como antes.`,
      work: async () => open(await put(view, view.query)),
    })
  const remove = async (view: ListView) => {
    const { id, name, shared, query } = view
    if (shared && !(await confirmAction(companyViewQuestion(name)))) return
    const work = async () => {
      await call('listViewDelete', { params: { id: String(id) } })
      close()
    }
    await write(`Visão “${name}” excluída.`, work, {
      done: `Visão “${name}” salva de novo.`,
      work: () => create(name, shared, query),
    })
  }
  const label = current ? `Visão: ${current.name}${changed ? ' (alterada)' : ''}` : 'Visões'
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
          <Button
            ref={button}
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
        </Menu.Target>
        <Menu.Dropdown className={classes['menu'] ?? ''}>
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
              <Menu.Item onClick={() => choose(() => setSaving(true))}>
                Salvar esta visão…
              </Menu.Item>
            </>
          )}
          {current && (current.shared ? views?.shares : views?.saves) && (
            <ViewActs
              view={current}
              changed={changed}
              onUpdate={() => choose(() => void update(current))}
              onRemove={() => choose(() => void remove(current))}
            />
          )}
        </Menu.Dropdown>
      </Menu>
      <SaveView
        opened={saving}
        shares={views?.shares ?? false}
        onClose={() => setSaving(false)}
        onSave={(name, shared) => write('Visão salva.', () => create(name, shared, conditions))}
      />
    </>
  )
}

const icon = { size: 16, stroke: 1.8, 'aria-hidden': true } as const

const companyViewQuestion = (name: string): Question => ({
  text: 'Deseja realmente excluir esta visão?',
  about: `Visão: ${name}`,
  consequence: 'Ela é da empresa e deixará de aparecer para todos nesta lista.',
  danger: true,
})

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

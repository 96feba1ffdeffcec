import { Button, Menu } from '@mantine/core'
import { IconBookmark, IconBookmarkFilled } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { ListView, ViewedList } from '../../contract/list-views.ts'
import { call } from '../api/api-client.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { queriesOf, queryOf } from '../api/query-of.ts'
import { endedSession } from '../session-state/session-end.ts'
import { notify } from '../ui/notify.ts'
import classes from './list-views.module.css'
import { SaveView } from './save-view.tsx'

/** Search parameters that a view does not save. */
const notSaved = ['page', 'view', 'before', 'after', 'part_of']

/** Menu of the saved views of a list (decision 69). */
export function ListViews({ list }: { list: ViewedList }) {
  const [opened, setOpened] = useState(false)
  const [saving, setSaving] = useState(false)
  const { views, current, conditions, open } = useViews(list, opened)
  const write = useWrite()
  const changes = current && (!current.shared || views?.shares)
  return (
    <>
      <Menu opened={opened} onChange={setOpened} shadow="md" position="bottom-start" width="16rem">
        <Menu.Target>
          <Button
            className={classes['button'] ?? ''}
            variant="default"
            leftSection={
              current ? (
                <IconBookmarkFilled size={16} aria-hidden="true" />
              ) : (
                <IconBookmark size={16} stroke={1.8} aria-hidden="true" />
              )
            }
          >
            <span className={classes['name']}>{current ? `Visão: ${current.name}` : 'Visões'}</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
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
          {(views?.rows.length ?? 0) > 0 && <Menu.Divider />}
          <Menu.Item onClick={() => setSaving(true)}>Salvar esta visão…</Menu.Item>
          {current && changes && (
            <>
              <Menu.Item
                onClick={() =>
                  void write('Visão atualizada.', () =>
                    call('listViewUpdate', {
                      params: { id: String(current.id) },
                      body: { name: current.name, query: conditions },
                    }),
                  )
                }
              >
                Atualizar “{current.name}”
              </Menu.Item>
              <Menu.Item
                onClick={() =>
                  void write('Visão excluída.', async () => {
                    await call('listViewDelete', { params: { id: String(current.id) } })
                    open(undefined)
                  })
                }
              >
                Excluir “{current.name}”
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <SaveView
        opened={saving}
        shares={views?.shares ?? false}
        onClose={() => setSaving(false)}
        onSave={(name, shared) =>
          write('Visão salva.', async () => {
            open(await call('listViewCreate', { body: { list, name, shared, query: conditions } }))
          })
        }
      />
    </>
  )
}

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

/** The views of a list and the one that the address names. They are read when the menu opens or the address has one. */
function useViews(list: ViewedList, opened: boolean) {
  const navigate = useNavigate()
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const id = typeof search['view'] === 'number' ? search['view'] : undefined
  const conditions = Object.fromEntries(
    Object.entries(search)
      .filter(([name, value]) => value !== undefined && !notSaved.includes(name))
      .map(([name, value]) => [name, String(value)]),
  )
  const { data: views, error } = useQuery({
    ...queryOf('listViewList', { query: { list } }),
    enabled: opened || id !== undefined,
  })
  useEffect(() => {
    if (error) endedSession(error)
  }, [error])
  const current = views?.rows.find((view) => view.id === id)
  const open = (view: ListView | undefined, replace = false) =>
    void navigate({
      to: '.',
      search: () => ({ ...view?.query, view: view?.id }),
      replace,
      resetScroll: false,
    })
  // A link with nothing but the view, such as `?view=12`, opens the view. Later the address may be without conditions
  // because the user has cleared them.
  const unopened = useRef(id !== undefined && Object.keys(conditions).length === 0)
  useEffect(() => {
    if (!current || !unopened.current) return
    unopened.current = false
    open(current, true)
  })
  return { views, current, conditions, open }
}

/** Returns a function that writes a view, reads the views again and reports the result. False if it failed. */
function useWrite() {
  const client = useQueryClient()
  return async (done: string, work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work()
      await client.invalidateQueries(queriesOf('listViewList'))
      notify.success(done)
      return true
    } catch (error) {
      if (!(error instanceof ApiProblem)) {
        notify.error('Não foi possível salvar a visão.')
        throw error
      }
      if (!endedSession(error)) notify.error(error.httpMessage)
      return false
    }
  }
}

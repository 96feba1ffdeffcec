import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { ListView } from '../../contract/list-views.ts'
import { unsavedParameters, type ViewedList } from '../../contract/viewed-lists.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { queriesOf, queryOf } from '../api/query-of.ts'
import { endedSession } from '../session-state/session-end.ts'
import { notify } from '../ui/notify.ts'
import { offerUndo } from '../ui/undo.ts'

/** Search parameters that a view does not save. */
const notSaved = [...unsavedParameters, 'view']

/**
 * Returns the saved views of a list, and the view that the address names. They are read when the menu opens or if the
 * address names a view.
 */
export function useListViews(list: ViewedList, opened: boolean) {
  const navigate = useNavigate()
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const id = typeof search['view'] === 'number' ? search['view'] : undefined
  const conditions = conditionsIn(search)
  const {
    data: views,
    error,
    isError,
    refetch,
  } = useQuery({
    ...queryOf('listViewList', { query: { list } }),
    enabled: opened || id !== undefined,
  })
  useEffect(() => {
    if (error) endedSession(error)
  }, [error])
  const current = views?.rows.find((view) => view.id === id)
  const go = (next: Readonly<Record<string, unknown>>, replace = false) =>
    void navigate({ to: '.', search: () => next, replace, resetScroll: false })
  const open = (view: ListView, replace?: boolean) => go({ ...view.query, view: view.id }, replace)
  // A link with nothing but the view, such as `?view=12`, opens the view. Later the address may be without conditions
  // because the user has cleared them.
  const unopened = useRef(id !== undefined && Object.keys(conditions).length === 0)
  useEffect(() => {
    if (!current || !unopened.current) return
    unopened.current = false
    open(current, true)
  })
  return {
    views,
    failed: isError,
    retry: () => void refetch(),
    current,
    conditions,
    /** Whether the conditions of the list differ from those of the opened view. */
    changed: current !== undefined && !sameConditions(current.query, conditions),
    open,
    /** Keeps the conditions; the address no longer names a view. */
    close: () => go({ ...search, view: undefined }),
  }
}

type Conditions = Readonly<Record<string, string>>

const conditionsIn = (search: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(search)
      .filter(([name, value]) => value !== undefined && !notSaved.includes(name))
      .map(([name, value]) => [name, String(value)]),
  )

const sameConditions = (one: Conditions, other: Conditions) =>
  Object.keys({ ...one, ...other }).every((name) => one[name] === other[name])

/**
 * Returns a function that writes a view, reads the views again, reports the result and offers to undo it (decision 79).
 * It resolves to false if the write failed.
 */
export function useWriteView() {
  const client = useQueryClient()
  const write = async (
    done: string,
    work: () => Promise<unknown>,
    undo?: { done: string; work: () => Promise<unknown> },
  ): Promise<boolean> => {
    try {
      await work()
      await client.invalidateQueries(queriesOf('listViewList'))
      if (undo) offerUndo({ message: done, undo: () => write(undo.done, undo.work) })
      else notify.success(done)
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
  return write
}

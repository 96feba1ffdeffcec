import type { ListView } from '../../contract/list-views.ts'
import type { ViewedList } from '../../contract/viewed-lists.ts'
import { call } from '../api/api-client.ts'
import { confirmAction, type Question } from '../ui/confirm-action.ts'
import { useWriteView, type useListViews } from './use-list-views.ts'

type OpenedViews = Pick<ReturnType<typeof useListViews>, 'conditions' | 'open' | 'close'>

/** Writes of the saved views of a list. Updates and removals can be undone. */
export function useViewActs(list: ViewedList, { conditions, open, close }: OpenedViews) {
  const write = useWriteView()
  const put = ({ id, name }: ListView, query: Record<string, string>) =>
    call('listViewUpdate', { params: { id: String(id) }, body: { name, query } })
  const create = async (name: string, shared: boolean, query: Record<string, string>) =>
    open(await call('listViewCreate', { body: { list, name, shared, query } }))
  return {
    save: (name: string, shared: boolean) =>
      write('Visão salva.', () => create(name, shared, conditions)),
    update: (view: ListView) =>
      write(`Visão “${view.name}” atualizada.`, () => put(view, conditions), {
        done: `Visão “${view.name}” como antes.`,
        work: async () => open(await put(view, view.query)),
      }),
    remove: async (view: ListView) => {
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
    },
  }
}

const companyViewQuestion = (name: string): Question => ({
  text: 'Deseja realmente excluir esta visão?',
  about: `Visão: ${name}`,
  consequence: 'Ela é da empresa e deixará de aparecer para todos nesta lista.',
  danger: true,
})

import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { importKinds } from '../../contract/import-kinds.ts'
import { formatInstant } from '../../contract/shown.ts'
import { queriesOf } from '../api/query-of.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { useRecordAction } from '../form/use-record-action.ts'
import { notify } from '../ui/notify.ts'
import classes from './import-history.module.css'
import { counted, type Import } from './import-words.ts'

/** The user's imports of the last 24 hours. Each can be undone while its rows are unchanged. */
export function ImportHistory({ imports }: { imports: readonly Import[] }) {
  const queries = useQueryClient()
  const readAgain = () => void queries.invalidateQueries(queriesOf('importList'))
  const undo = useRecordAction({
    write: ({ id, kind, file_name, totals }: Import) =>
      callConfirmed(
        {
          question: 'Deseja desfazer esta importação?',
          describe: `Desfazer a importação de ${importKinds[kind].name} do arquivo ${file_name}`,
          consequence: `O que ela criou deixa de existir e o que ela alterou volta a ser como era (${counted(totals)}).`,
          danger: true,
        },
        'importUndo',
        { params: { kind, id: String(id) } },
      ),
    done: 'Importação desfeita.',
    onDone: readAgain,
    onRefused: readAgain,
    // Show the field error, because it names the conflicting row and the problem's message does not.
    showProblem: ({ fields, httpMessage }) => notify.error(fields['import'] ?? httpMessage),
  })
  return (
    <section className={classes['history']} aria-labelledby="importacoes">
      <h2 id="importacoes">Suas importações das últimas 24 horas</h2>
      <ul>
        {imports.map((each) => (
          <li key={each.id}>
            <div>
              <p className={classes['file']}>{each.file_name}</p>
              <p className={classes['facts']}>{factsOf(each)}</p>
            </div>
            {each.state === 'done' && (
              <Button
                variant="default"
                aria-label={`Desfazer: ${each.file_name}`}
                onClick={() => undo.start(each)}
              >
                Desfazer
              </Button>
            )}
          </li>
        ))}
      </ul>
      <output className={classes['stage']} aria-label="Andamento">
        {undo.busy && 'Desfazendo a importação…'}
      </output>
    </section>
  )
}

function factsOf({ state, totals, done_at, undone_at, undo_until }: Import): string {
  if (state === 'undone' && undone_at) return `Desfeita em ${formatInstant(undone_at)}`
  const done = done_at ? `Concluída em ${formatInstant(done_at)}` : ''
  const until = undo_until ? `pode ser desfeita até ${formatInstant(undo_until)}` : ''
  return [done, counted(totals), until].filter(Boolean).join(' · ')
}

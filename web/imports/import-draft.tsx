import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { importKinds } from '../../contract/import-kinds.ts'
import { formatInstant } from '../../contract/shown.ts'
import { queriesOf } from '../api/query-of.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { useRecordAction } from '../form/use-record-action.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import classes from './import-draft.module.css'
import { ImportRows } from './import-rows.tsx'
import { ImportTotals } from './import-totals.tsx'
import { counted, linesOf, type Import } from './import-words.ts'

interface ImportDraftProps {
  draft: Import
  /** Whether this section takes the focus because it replaces the focused element. */
  focused: boolean
  onAnother: () => void
  onCommit: () => void
}

/** Preview of an uploaded file row by row, with the button that applies all rows or none. */
export function ImportDraft({ draft, focused, onAnother, onCommit }: ImportDraftProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focused) heading.current?.focus()
  }, [focused])
  const { id, kind, file_name, sheet, sha256, preview_sha256, totals, effects, expires_at } = draft
  const queries = useQueryClient()
  const readAgain = () => void queries.invalidateQueries(queriesOf('importList'))
  const count = totals.create + totals.change
  const commit = useRecordAction({
    write: () =>
      callConfirmed(
        {
          describe: `Importar ${importKinds[kind].name} do arquivo ${file_name}`,
          consequence: effects.length > 0 ? effects.join(' ') : `${counted(totals)}.`,
        },
        'importCommit',
        { params: { kind, id: String(id) }, body: { sha256, preview_sha256 } },
      ),
    done: 'Importação concluída.',
    onDone() {
      onCommit()
      readAgain()
    },
    // Reload the rows, because their outcome may have changed.
    onRefused: readAgain,
  })
  return (
    <section className={classes['draft']} aria-label="Conferência do arquivo">
      <header className={classes['head']}>
        <div>
          <h2 ref={heading} tabIndex={-1} className={classes['file']}>
            {file_name}
          </h2>
          {sheet !== null && <p className={classes['sheet']}>{`Aba lida: ${sheet}`}</p>}
          <ImportTotals totals={totals} />
          {totals.refused === 0 && effects.length > 0 && (
            <ul className={classes['effects']} aria-label="O que a importação faz">
              {effects.map((effect) => (
                <li key={effect}>{effect}</li>
              ))}
            </ul>
          )}
          <p
            className={classes['note']}
          >{`Guardado para você até ${formatInstant(expires_at)}.`}</p>
        </div>
        <div className={classes['buttons']}>
          <Button variant="default" onClick={onAnother}>
            Enviar outro arquivo
          </Button>
          {totals.refused === 0 && count > 0 && (
            <BusyButton busy={commit.busy} onPress={() => commit.start()}>
              {`Importar ${linesOf(count)}`}
            </BusyButton>
          )}
        </div>
      </header>
      <output className={classes['stage']} aria-label="Andamento">
        {commit.busy && `Gravando ${linesOf(count)}…`}
      </output>
      {totals.refused > 0 && (
        <p className={classes['refused']}>
          <strong>
            {totals.refused === 1
              ? '1 linha não pode ser importada.'
              : `${linesOf(totals.refused)} não podem ser importadas.`}
          </strong>{' '}
          Corrija o arquivo e envie-o de novo: ele só é importado inteiro.
        </p>
      )}
      {totals.refused === 0 && count === 0 && (
        <p className={classes['nothing']}>Tudo o que está no arquivo já está cadastrado assim.</p>
      )}
      <ImportRows draft={draft} />
    </section>
  )
}

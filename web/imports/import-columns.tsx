import { importKinds, type ImportColumn, type ImportKindName } from '../../contract/import-kinds.ts'
import classes from './import-columns.module.css'

/** Describes the columns of an import file. */
export function ImportColumns({ kind }: { kind: ImportKindName }) {
  const columns = Object.values<ImportColumn>(importKinds[kind].columns)
  return (
    <div className={classes['columns']}>
      <h2>Colunas do arquivo</h2>
      <dl>
        {columns.map(({ header, optional, hint, example }) => (
          <div key={header}>
            <dt>
              {header}
              {optional && <span className={classes['optional']}>opcional</span>}
            </dt>
            <dd>{hint}</dd>
            <dd className={classes['example']}>{`Ex.: ${example}`}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

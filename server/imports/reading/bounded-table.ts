import { importCellMax, importMaxColumns, importMaxRows } from '../../../contract/import-kinds.ts'
import { isStorable } from '../../../contract/storable-text.ts'
import { refuseFile } from './file-refusal.ts'

/** One row of a file that holds anything, with its line as a spreadsheet counts them. */
export interface TableRow {
  line: number
  values: readonly string[]
}

const shown = (number: number): string => number.toLocaleString('pt-BR')

/** Collects the rows of a file and refuses it as soon as it is more than anybody fills in. */
export class BoundedTable {
  readonly rows: TableRow[] = []
  #line = 0

  /** The next row, blank or not. */
  add(values: readonly string[]): void {
    this.#line += 1
    if (values.every((value) => value.trim() === '')) return
    if (values.length > importMaxColumns)
      refuseFile(`A linha ${this.#line} tem mais de ${importMaxColumns} colunas. Use o modelo.`)
    if (this.rows.length > importMaxRows)
      refuseFile(
        `O arquivo tem mais de ${shown(importMaxRows)} linhas. Divida-o e importe uma parte por vez.`,
      )
    for (const value of values) this.#requireText(value)
    this.rows.push({ line: this.#line, values })
  }

  #requireText(value: string): void {
    if (value.length > importCellMax)
      refuseFile(
        `A linha ${this.#line} tem uma célula com mais de ${shown(importCellMax)} caracteres.`,
      )
    if (!isStorable(value))
      refuseFile(
        `A linha ${this.#line} tem um caractere que não é texto. Apague-o e tente de novo.`,
      )
  }
}

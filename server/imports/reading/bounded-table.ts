import { importCellMax, importMaxColumns, importMaxRows } from '../../../contract/import-kinds.ts'
import { isStorable } from '../../../contract/storable-text.ts'
import { type Cell, isBlank, textOf } from './cell.ts'
import { refuseFile } from './file-refusal.ts'

/** A row that is not blank, with its row number in the spreadsheet. */
export interface TableRow {
  line: number
  cells: Cell[]
}

/** The rows of a file. `sheet` is the name of the sheet that was read; null for a CSV. */
export interface Table {
  sheet: string | null
  rows: TableRow[]
}

const shown = (number: number): string => number.toLocaleString('pt-BR')

/** Collects the rows of a file. Refuses the file as soon as it exceeds a limit. */
export class BoundedTable {
  readonly rows: TableRow[] = []
  #line = 0

  /** Adds the next row, even if it is blank. `line` must be given if the file numbers its rows. */
  add(cells: Cell[], line = this.#line + 1): void {
    this.#line = line
    if (cells.every(isBlank)) return
    if (cells.length > importMaxColumns)
      refuseFile(`A linha ${this.#line} tem mais de ${importMaxColumns} colunas. Use o modelo.`)
    if (this.rows.length > importMaxRows)
      refuseFile(
        `O arquivo tem mais de ${shown(importMaxRows)} linhas. Divida-o e importe uma parte por vez.`,
      )
    for (const cell of cells) this.#requireText(textOf(cell))
    this.rows.push({ line: this.#line, cells })
  }

  #requireText(text: string): void {
    if (text.length > importCellMax)
      refuseFile(
        `A linha ${this.#line} tem uma célula com mais de ${shown(importCellMax)} caracteres.`,
      )
    if (!isStorable(text))
      refuseFile(
        `A linha ${this.#line} tem um caractere que não é texto. Apague-o e tente de novo.`,
      )
  }
}

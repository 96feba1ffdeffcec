import { importMaxColumns } from '../../../contract/import-kinds.ts'
import {
  type Cell,
  convertedCell,
  dateCell,
  errorCell,
  isBlank,
  lostCell,
  mergedCell,
  textCell,
  uncomputedCell,
} from './cell.ts'
import { numberCell } from './number-formats.ts'
import { dayOfIso, type DateSystem } from './serial-days.ts'
import { TextRuns } from './sheet-text.ts'
import { readElements } from './xml-elements.ts'
import { damaged } from './zip-directory.ts'

/** Tables that cells refer to by index: shared strings and number formats. */
export interface CellContext {
  strings: readonly string[]
  formats: readonly string[]
  dates: DateSystem
}

/** A row with at least one cell. */
export interface SheetRow {
  line: number
  cells: Cell[]
}

/** Maximum numbers of rows and of columns in an XLSX sheet. */
const [linesMax, columnsMax] = [1_048_576, 16_384]

/** The cell being parsed. */
interface OpenCell {
  column: number
  type: string
  format: string
  hasFormula: boolean
  /** Content of the `v` element; undefined without one. */
  value: string | undefined
}

/**
 * Calls `take` for each row of a sheet until `take` returns true. A cell or row without the attribute `r` follows the
 * previous one. Returns the ranges of merged cells, which come after the rows in the file.
 */
export function readSheetRows(
  bytes: Uint8Array,
  context: CellContext,
  take: (row: SheetRow) => boolean | void,
): MergedRange[] {
  const reader = new SheetReader(context, take)
  readElements(bytes, {
    open: (element, attribute) => reader.open(element, attribute),
    text: (text) => reader.text(text),
    close: (element) => reader.close(element),
  })
  return reader.merged
}

class SheetReader {
  readonly merged: MergedRange[] = []
  readonly #context: CellContext
  readonly #take: (row: SheetRow) => boolean | void
  readonly #runs = new TextRuns()
  #line = 0
  #column = -1
  #cells: Cell[] = []
  #cell: OpenCell | undefined
  #inValue = false

  constructor(context: CellContext, take: (row: SheetRow) => boolean | void) {
    this.#context = context
    this.#take = take
  }

  open(element: string, attribute: (name: string) => string | undefined): void {
    if (element === 'row') this.#openRow(attribute('r'))
    else if (element === 'c') this.#openCell(attribute)
    else if (element === 'mergeCell') this.merged.push(rangeOf(attribute('ref') ?? ''))
    else if (this.#cell) {
      if (element === 'f') this.#cell.hasFormula = true
      this.#inValue = element === 'v'
      if (this.#inValue) this.#cell.value ??= ''
      this.#runs.open(element)
    }
  }

  text(text: string): void {
    if (!this.#cell) return
    if (this.#inValue) this.#cell.value += text
    else this.#runs.add(text)
  }

  close(element: string): boolean | void {
    if (element === 'row') return this.#closeRow()
    if (!this.#cell) return
    this.#inValue = false
    this.#runs.close(element)
    if (element === 'c') this.#closeCell(this.#cell)
  }

  #openRow(named: string | undefined): void {
    const line = named === undefined ? this.#line + 1 : Number(named)
    if (!Number.isInteger(line) || line <= this.#line || line > linesMax) damaged()
    this.#line = line
    this.#column = -1
    this.#cells = []
  }

  #openCell(attribute: (name: string) => string | undefined): void {
    const named = attribute('r')
    const column = named === undefined ? this.#column + 1 : columnOf(named)
    if (column <= this.#column || column >= columnsMax) damaged()
    this.#column = column
    this.#runs.take()
    this.#cell = {
      column,
      type: attribute('t') ?? 'n',
      format: this.#context.formats[Number(attribute('s') ?? 0)] ?? '',
      hasFormula: false,
      value: undefined,
    }
  }

  #closeCell(open: OpenCell): void {
    const cell = cellOf(open, this.#runs.take(), this.#context)
    this.#cell = undefined
    if (isBlank(cell)) return
    while (this.#cells.length < open.column) this.#cells.push('')
    this.#cells.push(cell)
  }

  #closeRow(): boolean | void {
    if (this.#cells.length > 0) return this.#take({ line: this.#line, cells: this.#cells })
  }
}

function cellOf(
  { type, format, hasFormula, value }: OpenCell,
  inline: string,
  { strings, dates }: CellContext,
): Cell {
  if (type === 'inlineStr') return textCell(inline)
  if (type === 'e') return errorCell(value ?? '')
  // If the result of a formula is an empty text, the cell has an empty value.
  if (type === 'str')
    return value === undefined && hasFormula ? uncomputedCell : textCell(value ?? '')
  if (value === undefined || value === '') return hasFormula ? uncomputedCell : ''
  if (type === 's') return sharedCell(value, strings)
  if (type === 'b') return convertedCell(value, value === '0' ? 'em FALSO' : 'em VERDADEIRO')
  if (type === 'd') return dateCell(value, dayOfIso(value))
  return type === 'n' ? numberCell(value, format, dates) : lostCell
}

function sharedCell(position: string, strings: readonly string[]): Cell {
  const text = /^\d+$/.test(position.trim()) ? strings[Number(position)] : undefined
  return text === undefined ? lostCell : textCell(text)
}

/** Returns the zero-based column of a cell reference: 27 for 'AB12'. */
function columnOf(name: string): number {
  const [, letters] = /^\$?([A-Z]{1,3})\$?\d+$/i.exec(name) ?? []
  if (letters === undefined) return damaged()
  return (
    Array.from(letters.toUpperCase()).reduce(
      (column, letter) => column * 26 + (letter.codePointAt(0) ?? 0) - 64,
      0,
    ) - 1
  )
}

/** Range of merged cells, inclusive; columns are zero-based. */
interface MergedRange {
  lines: [number, number]
  columns: [number, number]
}

function rangeOf(reference: string): MergedRange {
  const [from = '', to = from] = reference.split(':')
  const line = (name: string): number => Number(/\d+$/.exec(name)?.[0])
  return { lines: [line(from), line(to)], columns: [columnOf(from), columnOf(to)] }
}

/** Maximum number of merged ranges of a sheet. */
const mergedMax = 10_000

/**
 * Makes each cell unreadable that a merged cell with a value covers: the file has a blank where people see that value.
 */
export function markMerged(rows: readonly SheetRow[], ranges: readonly MergedRange[]): void {
  if (ranges.length > mergedMax) damaged()
  const byLine = new Map(rows.map((row) => [row.line, row]))
  for (const { lines, columns } of ranges) {
    const first = byLine.get(lines[0])?.cells[columns[0]] ?? ''
    if (isBlank(first)) continue
    const covered = rows.filter(({ line }) => line >= lines[0] && line <= lines[1])
    const last = Math.min(columns[1], importMaxColumns - 1)
    for (const { line, cells } of covered) {
      while (cells.length <= last) cells.push('')
      for (let column = columns[0]; column <= last; column++)
        if (line !== lines[0] || column !== columns[0]) cells[column] = mergedCell
    }
  }
}

import { shownDay } from '../../../contract/shown.ts'

/** Content of a cell: the displayed text, or the reason why the cell can't be read. */
export type Cell = string | UnreadableCell

/** A cell whose value is unknown. Must never be treated as blank, since a blank may mean 'all'. */
export interface UnreadableCell {
  /** Displayed text; empty if unknown. */
  text: string
  /** Sentence for the user: why the cell can't be read and what to do about it. */
  sentence: string
  /** Day as DD/MM/YYYY, if the spreadsheet stores the value as a day without a time. Columns of days read it. */
  day?: string
}

export const textOf = (cell: Cell): string => (typeof cell === 'string' ? cell : cell.text)

export const isBlank = (cell: Cell): boolean => typeof cell === 'string' && cell.trim() === ''

/** Error values of spreadsheets in English and Portuguese, and LibreOffice's numbered errors. */
const errorText =
  /^(?:#(?:N\/[ADT]|REF!|DIV\/0!|VALUE!|VALOR!|NAME\?|NOME\?|NUM!|NÚM!|NULL!|NULO!|SPILL!|DESPEJAR!|CALC!|FIELD!|CAMPO!|BLOCKED!|CONNECT!|UNKNOWN!|GETTING_DATA)|Err:\d{3})$/iu
/** Placeholder for a number in a column that is too narrow. */
const narrowText = /^#{3,}$/

/** Returns a text cell, or an unreadable cell if the text is an error value or placeholder. */
export function textCell(text: string): Cell {
  const trimmed = text.trim()
  if (errorText.test(trimmed)) return errorCell(trimmed)
  return narrowText.test(trimmed)
    ? {
        text,
        sentence:
          'A célula mostra apenas “###”. Alargue a coluna na planilha e salve o arquivo de novo.',
      }
    : text
}

export function errorCell(shown: string): UnreadableCell {
  return {
    text: shown,
    sentence: `A célula tem o erro ${shown || 'de uma fórmula'}. Corrija a fórmula ou digite o valor.`,
  }
}

/**
 * Returns an unreadable cell for a value that the spreadsheet converted when it was typed. `into` completes the
 * sentence: 'em uma data'.
 */
export function convertedCell(text: string, into: string): UnreadableCell {
  return {
    text,
    sentence: `A planilha transformou este valor ${into}. Formate a coluna como texto e informe-o de novo.`,
  }
}

/** Returns a cell with a date, which only columns of days can read. `day` is YYYY-MM-DD; undefined if unclear. */
export function dateCell(text: string, day: string | undefined): UnreadableCell {
  const cell = convertedCell(text, 'em uma data')
  return day === undefined ? cell : { ...cell, day: shownDay(day) }
}

/**
 * Returns an unreadable cell for a number with decimals. No column accepts decimals, and a spreadsheet turns the SPIDs
 * '7101,7100' into such a number.
 */
export function fractionCell(shown: string): UnreadableCell {
  return {
    text: shown,
    sentence: `A planilha guarda aqui o número ${shown}. Use um número inteiro, ou formate a coluna como texto e informe o valor de novo.`,
  }
}

export const uncomputedCell: UnreadableCell = {
  text: '',
  sentence:
    'A fórmula desta célula não foi calculada. Abra o arquivo na planilha, salve-o de novo e envie-o.',
}

export const lostCell: UnreadableCell = {
  text: '',
  sentence: 'O valor desta célula não pôde ser lido. Digite-o de novo.',
}

export const mergedCell: UnreadableCell = {
  text: '',
  sentence: 'Esta célula está mesclada com outra. Desfaça a mesclagem e preencha cada linha.',
}

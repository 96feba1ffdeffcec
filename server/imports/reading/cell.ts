/** What a cell of a file holds: its text, as the person sees it, or why that text is not the value. */
export type Cell = string | UnreadableCell

/** A cell whose value is unknown, which is never the same as a blank one. */
export interface UnreadableCell {
  /** What the spreadsheet shows in it, if anything. */
  text: string
  /** Why it can't be read and what to do about it. */
  sentence: string
}

export const textOf = (cell: Cell): string => (typeof cell === 'string' ? cell : cell.text)

export const isBlank = (cell: Cell): boolean => typeof cell === 'string' && cell.trim() === ''

/** What spreadsheets in English and Portuguese write into a cell whose formula failed; LibreOffice has numbers too. */
const errorText =
  /^(?:#(?:N\/[ADT]|REF!|DIV\/0!|VALUE!|VALOR!|NAME\?|NOME\?|NUM!|NÚM!|NULL!|NULO!|SPILL!|DESPEJAR!|CALC!|FIELD!|CAMPO!|BLOCKED!|CONNECT!|UNKNOWN!|GETTING_DATA)|Err:\d{3})$/iu
/** What a column that is too narrow shows instead of a number. */
const narrowText = /^#{3,}$/

/** A text of a file, which may be what the spreadsheet shows where it has no value. */
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

/** A value of a workbook that a person typed as something else; `into` says as what it is stored: 'em uma data'. */
export function convertedCell(text: string, into: string): UnreadableCell {
  return {
    text,
    sentence: `A planilha transformou este valor ${into}. Formate a coluna como texto e informe-o de novo.`,
  }
}

/** A number with decimals: no column takes one, and SPIDs typed as '7101,7100' become one. */
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

import { normaliseText } from './text-folding.ts'

/**
 * Removes zero decimals that a program added to a long number ('5511987654321.0'). Returns any other text unchanged.
 */
export const withoutZeroDecimals = (text: string): string =>
  /^(\d{10,})[.,]0+$/.exec(text)?.[1] ?? text

/** Brazilian format, with dots or spaces between thousands and a decimal comma: '1.000', '1 000,00'. */
const brazilian = /^[1-9]\d{0,2}(?:[. ]\d{3})+(?:,0+)?$/
/** English format, with commas between thousands, if the text cannot be read otherwise: '1,000.00', '1,000,000'. */
const english = /^[1-9]\d{0,2}(?:(?:,\d{3})+\.0+|(?:,\d{3}){2,})$/
/** One comma and three digits: either thousands or decimals, depending on the locale. */
const unclear = /^[1-9]\d{0,2},\d{3}$/
/** Digits, optionally with zero decimals: '10', '10.00', '99,0'. */
const plain = /^\d+(?:[.,]0+)?$/

/**
 * Parses a whole number as people and spreadsheets write it. Returns 'unclear' if the text has two readings, undefined
 * if it is not a whole number.
 */
export function readWholeNumber(typed: string): number | 'unclear' | undefined {
  const [, sign = '', text = ''] = /^([+-]?)(.*)$/s.exec(normaliseText(typed)) ?? []
  if (unclear.test(text)) return 'unclear'
  const digits = wholeDigits(text)
  return digits === undefined ? undefined : Number(sign + digits)
}

function wholeDigits(text: string): string | undefined {
  if (brazilian.test(text)) return text.replace(/,.*$/, '').replace(/[. ]/g, '')
  if (english.test(text)) return text.replace(/\..*$/, '').replaceAll(',', '')
  return plain.test(text) ? text.replace(/[.,].*$/, '') : undefined
}

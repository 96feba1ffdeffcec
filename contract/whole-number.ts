import { normaliseText } from './text-folding.ts'

/** Digits that a program wrote as a number with decimals, '5511987654321.0', without these; any other text as it is. */
export const withoutZeroDecimals = (text: string): string =>
  /^(\d{10,})[.,]0+$/.exec(text)?.[1] ?? text

/** Groups of three digits by dots or spaces, decimals behind a comma: '1.000', '1 000,00'. */
const brazilian = /^[1-9]\d{0,2}(?:[. ]\d{3})+(?:,0+)?$/
/** Groups by commas, where it can't be anything else: '1,000.00', '1,000,000'. */
const english = /^[1-9]\d{0,2}(?:(?:,\d{3})+\.0+|(?:,\d{3}){2,})$/
/** One comma and three digits: a thousand in one country, three decimals in another. */
const unclear = /^[1-9]\d{0,2},\d{3}$/
/** Digits alone, and with decimals that are zero: '10', '10.00', '99,0'. */
const plain = /^\d+(?:[.,]0+)?$/

/**
 * Returns the whole number that a person or a spreadsheet means by a text, 'unclear' where it can be read in two ways, and
 * undefined where it is none.
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

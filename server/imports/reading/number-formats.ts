import { type Cell, convertedCell, dateCell, fractionCell, lostCell } from './cell.ts'
import { dayOfSerial, type DateSystem } from './serial-days.ts'
import { readElements } from './xml-elements.ts'

/** Built-in number formats. Files refer to them only by id (ECMA-376, part 1, 18.8.30). */
const builtInFormats: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  37: '#,##0',
  38: '#,##0',
  39: '#,##0.00',
  40: '#,##0.00',
  48: '##0.0E+0',
}
/** Returns whether a built-in format shows a date or time. Includes the ids for East Asian languages. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) ||
  (id >= 27 && id <= 36) ||
  (id >= 45 && id <= 47) ||
  (id >= 50 && id <= 58)

/** Maximum length of a format code, as in Excel. */
const codeMax = 255

/** Returns the format code of each cell style, by index. */
export function readCellFormats(bytes: Uint8Array | undefined): string[] {
  const own = new Map<number, string>()
  const ids: number[] = []
  let cells = false
  if (bytes)
    readElements(bytes, {
      open: (element, attribute) => {
        if (element === 'numFmt')
          own.set(Number(attribute('numFmtId')), (attribute('formatCode') ?? '').slice(0, codeMax))
        if (element === 'cellXfs') cells = true
        if (element === 'xf' && cells) ids.push(Number(attribute('numFmtId') ?? 0))
      },
      close: (element) => {
        if (element === 'cellXfs') cells = false
      },
    })
  return ids.map((id) => own.get(id) ?? (isBuiltInDate(id) ? 'd' : (builtInFormats[id] ?? '')))
}

/** Tokens of a format code: quoted or escaped text, padding, a condition or colour, or one character. */
const formatPart = /"([^"]*)"?|\\(.)|[_*].|\[([^\]]*)\]|General|./gisu

interface Format {
  /** Pieces of the format: literal text, and the digit placeholders `0`, `#`, `?`. */
  parts: { text: string; digit: boolean }[]
  isDate: boolean
  isPercentage: boolean
  isExponential: boolean
  isGrouped: boolean
}

/**
 * Formats a number as the spreadsheet displays it, with zeros and literals: `00123`, `+55 11 98765-4321`. Omits
 * decimals that are zero. Dates and percentages are unreadable, because the person typed something else.
 */
export function numberCell(written: string, code: string, dates: DateSystem = 1900): Cell {
  const number = Number(written)
  if (written.trim() === '' || !Number.isFinite(number)) return lostCell
  const plain = plainNumber(written.trim())
  const format = parseFormat(sectionFor(code, number))
  if (format.isDate) return dateCell(plain, dayOfSerial(number, dates))
  if (format.isPercentage) return convertedCell(plain, 'em uma porcentagem')
  if (format.isExponential) return number.toExponential().replace('.', ',').replace('e', 'E')
  if (/[.E]/i.test(plain)) {
    return Number.isInteger(number) ? plain : fractionCell(plain.replace('.', ','))
  }
  if (number < 0) return plain
  return format.isGrouped ? plain.replace(/\B(?=(?:\d{3})+$)/g, '.') : fillIn(plain, format)
}

/** Removes decimals that are zero. Resolves the exponent if the number has all its digits. */
function plainNumber(written: string): string {
  const [, whole = '', fraction = '', exponent] = /^(\d)(?:\.(\d+))?E\+?(\d+)$/i.exec(written) ?? []
  if (exponent !== undefined && fraction.length === Number(exponent)) return whole + fraction
  return /^[+-]?\d+\.0*$/.test(written) ? written.slice(0, written.indexOf('.')) : written
}

/**
 * Returns the section of a format code that applies to this number. Example: `[<=99999999]####-####;(##) ####-####`.
 */
function sectionFor(code: string, number: number): string {
  const sections = code.match(/(?:"[^"]*"?|\\.|\[[^\]]*\]|[^;])+/gsu) ?? ['']
  const [first = '', second, third] = sections
  const conditions = [first, second].map((section) =>
    /\[(<=|>=|<>|<|>|=)(-?\d+(?:\.\d+)?)\]/.exec(section ?? ''),
  )
  if (conditions.some(Boolean)) {
    const at = conditions.findIndex((condition) => condition && holds(condition, number))
    return (at === -1 ? (conditions[1] ? third : second) : sections[at]) ?? first
  }
  if (number === 0 && third !== undefined) return third
  return number < 0 && second !== undefined ? second : first
}

function holds([, sign, limit]: RegExpExecArray, number: number): boolean {
  const other = Number(limit)
  if (sign === '<=') return number <= other
  if (sign === '>=') return number >= other
  if (sign === '<>') return number !== other
  if (sign === '<') return number < other
  return sign === '>' ? number > other : number === other
}

function parseFormat(section: string): Format {
  const format: Format = {
    parts: [],
    isDate: false,
    isPercentage: false,
    isExponential: false,
    isGrouped: /[0#?],[0#?]/.test(section),
  }
  let decimals = false
  for (const [part, quoted, escaped, bracket] of section.matchAll(formatPart)) {
    const text = quoted ?? escaped
    if (text !== undefined) format.parts.push({ text, digit: false })
    else if (bracket !== undefined) {
      if (/^[hms]+$/i.test(bracket)) format.isDate = true
    } else if (/^[0#?]$/.test(part)) {
      if (!decimals) format.parts.push({ text: part, digit: true })
    } else if (part === '.') decimals = true
    else if (/^general$/i.test(part)) format.parts.push({ text: '0', digit: true })
    else if (part === '%') format.isPercentage = true
    else if (/^E$/i.test(part)) format.isExponential = true
    else if (/^[dmyhs]$/i.test(part)) format.isDate = true
    else if (part.length === 1 && !/[,@]/.test(part))
      format.parts.push({ text: part, digit: false })
  }
  return format
}

/** Fills the digits into the placeholders from right to left. The leftmost placeholder takes all remaining digits. */
function fillIn(digits: string, { parts }: Format): string {
  const places = parts.filter(({ digit }) => digit).length
  if (places === 0) return digits
  let [place, left] = [places, digits === '0' ? '' : digits]
  let shown = ''
  for (const { text, digit } of parts.toReversed()) {
    if (!digit) {
      shown = text + shown
      continue
    }
    place -= 1
    const taken = place === 0 ? left : left.slice(-1)
    left = left.slice(0, left.length - taken.length)
    shown = (taken || (text === '0' ? '0' : '')) + shown
  }
  return shown
}

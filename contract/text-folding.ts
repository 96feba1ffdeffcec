/**
 * Folding of typed text. Files, forms, searches and the server all fold by these functions before they validate
 * (docs/decisions/0057-one-text-folding.md). No schemas here: the first screen loads this file (decision 37).
 */

/** Apostrophes and the marks typed instead of one. The acute accent was stored as a blank and U+0301 until 2026. */
const apostrophes =
  /[\u00B4\u02B9\u02BB-\u02BD\u02CA\u02CB\u0384\u2018\u2019\u201B\u2032\u2035]| \u0301/g
const hyphens = /[\u2010-\u2015\u2212\uFE58\uFE63]/g
const lineBreaks = /\r\n?|[\u2028\u2029]/g
/** Blanks within a line: space separators, the tab, and the blank of Braille. */
const blank = /[\p{Zs}\t\u2800]/gu
const invisible = /\p{Default_Ignorable_Code_Point}/gu
/** Letters and digits that Unicode holds a second time: ligatures, full-width forms, mathematical alphabets. */
const secondForms = /[\uFB00-\uFB06\uFF01-\uFF5E\u{1D400}-\u{1D7FF}]/gu

/** One apostrophe and one hyphen, whichever was typed; nothing else changes. */
export const foldSigns = (text: string): string =>
  text.replace(apostrophes, "'").replace(hyphens, '-')

/**
 * Folds the marks of a text and leaves its letters and ASCII alone: one apostrophe, one hyphen, single blanks, no
 * invisible characters, no blanks around. For values of which no letter may change, such as e-mails.
 */
export function foldMarks(typed: string): string {
  const blanks = typed.replace(invisible, '').replace(lineBreaks, '\n').replace(blank, ' ')
  return foldSigns(blanks).replace(/ +/g, ' ').trim()
}

/**
 * Text as it is stored: marks folded, letters in NFC. NFKC would change names: 'º' and '½' stay. Empty if nothing in the
 * text is visible.
 */
export function normaliseText(typed: string): string {
  const letters = typed.normalize('NFC').replace(secondForms, (letter) => letter.normalize('NFKC'))
  // Without an invisible character between them, a letter and its accent become one: NFC again.
  const text = foldMarks(letters.replaceAll('`', "'")).normalize('NFC')
  return /[^\s\p{C}]/u.test(text) ? text : ''
}

/** Text as a search compares it, without accents and case. `search_fold` is the same function in the database. */
export function searchKey(text: string): string {
  return foldSigns(text.normalize('NFKD').replaceAll('`', "'"))
    .replace(invisible, '')
    .replace(/[\u0300-\u036F]+/g, '')
    .toLowerCase()
}

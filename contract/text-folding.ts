/**
 * Folding (normalisation) of typed text. Files, forms, searches and the server fold text with these functions before
 * they validate it (docs/decisions/0057-text-folding.md).
 */

/** Look-alikes of the apostrophe. Earlier versions stored an acute accent as ' \u0301' (NFKC), so this is included. */
const apostrophes =
  /[\u00B4\u02B9\u02BB-\u02BD\u02CA\u02CB\u0384\u2018\u2019\u201B\u2032\u2035]| \u0301/g
const hyphens = /[\u2010-\u2015\u2212\uFE58\uFE63]/g
const lineBreaks = /\r\n?|[\u2028\u2029]/g
/** Blanks within a line: space separators, tab and Braille blank. */
const blank = /[\p{Zs}\t\u2800]/gu
const invisible = /\p{Default_Ignorable_Code_Point}/gu
/** Compatibility forms of letters and digits: ligatures, full-width forms, mathematical alphabets. */
const compatibilityForms = /[\uFB00-\uFB06\uFF01-\uFF5E\u{1D400}-\u{1D7FF}]/gu

/** Replaces variants of apostrophe and hyphen with `'` and `-`. Changes nothing else. */
export const foldSigns = (text: string): string =>
  text.replace(apostrophes, "'").replace(hyphens, '-')

/**
 * Folds apostrophes, hyphens and blanks, removes invisible characters, and trims. Does not change letters, so it is
 * safe for e-mails.
 */
export function foldMarks(typed: string): string {
  const blanks = typed.replace(invisible, '').replace(lineBreaks, '\n').replace(blank, ' ')
  return foldSigns(blanks).replace(/ +/g, ' ').trim()
}

/**
 * Returns text as it is stored: `foldMarks` applied and letters in NFC. NFKC is not used because it would change 'º'
 * and '½' in names. Returns '' if no character is visible.
 */
export function normaliseText(typed: string): string {
  const letters = typed
    .normalize('NFC')
    .replace(compatibilityForms, (letter) => letter.normalize('NFKC'))
  // Apply NFC again, because `foldMarks` may have removed an invisible character between a letter and its accent.
  const text = foldMarks(letters.replaceAll('`', "'")).normalize('NFC')
  return /[^\s\p{C}]/u.test(text) ? text : ''
}

/**
 * Returns the search key of a text: lower case, without accents. The SQL function `search_fold` must return the same.
 */
export function searchKey(text: string): string {
  return foldSigns(text.normalize('NFKD').replaceAll('`', "'"))
    .replace(invisible, '')
    .replace(/[\u0300-\u036F]+/g, '')
    .toLowerCase()
}

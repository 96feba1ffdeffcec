import type { Plugin } from 'vite'

/**
 * Writes every letter beyond ASCII as an escape. V8 keeps the text of a program, and Node gives it a file of more than a
 * megabyte at two bytes a letter as soon as one of them isn't ASCII, Latin-1 or not (decision 45).
 */
export function inAscii(): Plugin {
  return {
    name: 'in-ascii',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue
        // An escape would say something else there: after a backslash, and where backslashes stand for themselves.
        if (/\\[^\0-\x7F]|String\.raw`[^`]*[^\0-\x7F]/.test(file.code))
          this.error(`${file.fileName}: a letter beyond ASCII stands where it can be no escape.`)
        file.code = file.code.replaceAll(
          /[^\0-\x7F]/g,
          (letter) => String.raw`\u` + letter.charCodeAt(0).toString(16).padStart(4, '0'),
        )
      }
    },
  }
}

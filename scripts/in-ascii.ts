import type { Plugin } from 'vite'

/**
 * Escapes every character beyond ASCII. V8 keeps the source of a program, and for a file of more than a megabyte it
 * uses two bytes per character if any of them is not ASCII, even if all are Latin-1 (decision 45).
 */
export function inAscii(): Plugin {
  return {
    name: 'in-ascii',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue
        // An escape would have another meaning there: after a backslash, and in raw strings.
        if (/\\[^\0-\x7F]|String\.raw`[^`]*[^\0-\x7F]/.test(file.code))
          this.error(`${file.fileName}: a character beyond ASCII cannot be escaped here.`)
        file.code = file.code.replaceAll(
          /[^\0-\x7F]/g,
          (letter) => String.raw`\u` + letter.charCodeAt(0).toString(16).padStart(4, '0'),
        )
      }
    },
  }
}

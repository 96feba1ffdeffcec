import { hash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const file = '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2'
const folder = join(import.meta.dirname, '../node_modules/.cache/typeface')

const lettersFrom = (first: number, last: number) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index))

/** ASCII, the letters of Latin-1, and the punctuation that the screens use. */
const letters = `${lettersFrom(0x20, 0x7e)}${lettersFrom(0xc0, 0xff)}\u00a0§ª«°·º»©®–—‘’“”•…€™←↑→↓−\u2009\u202f`
/** Weights that the screens use. The lighter ones are a third of the file. */
const weights = { min: 400, max: 700 }

/**
 * Replaces the typeface of `web/ui/typeface.css` in the build by a subset of it (decision 74). It is made before the
 * build, so that the hash in its name is that of the subset.
 */
export function subsetTypeface(): Plugin {
  return {
    name: 'subset-typeface',
    apply: 'build',
    async config() {
      const font = readFileSync(createRequire(import.meta.url).resolve(file))
      const subset = await subsetFont(font, letters, {
        targetFormat: 'woff2',
        variationAxes: { wght: weights },
      })
      const replacement = join(
        folder,
        `${hash('sha256', subset).slice(0, 12)}/hanken-grotesk.woff2`,
      )
      mkdirSync(join(replacement, '..'), { recursive: true })
      writeFileSync(replacement, subset)
      return { resolve: { alias: [{ find: file, replacement }] } }
    },
  }
}

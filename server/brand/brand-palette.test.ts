import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { brandPalette, markContrast, textContrast } from './brand-palette.ts'
import { contrastOf, hexOf, oklchOf, type Hex } from './colours.ts'

const styles = readFileSync(join(import.meta.dirname, '../../web/ui/theme.css'), 'utf8')
const schemes = ['light', 'dark'] as const

/** Colour tokens of a scheme in `theme.css`, with the brand's values if a palette is given. */
function tokensOf(scheme: 'light' | 'dark', palette: Record<string, Hex> = {}) {
  const [light = '', dark = ''] = styles.split(":root[data-mantine-color-scheme='dark']")
  const tokens = new Map<string, string>()
  for (const part of scheme === 'light' ? [light] : [light, dark])
    for (const [, name = '', brand, hex = ''] of part.matchAll(
      /--([\w-]+): (?:var\(--(brand-[\w-]+), )?(#[0-9a-f]{6})\b/g,
    ))
      tokens.set(name, (brand && palette[brand]) || hex)
  return (name: string): Hex => {
    const hex = tokens.get(name)
    if (!hex) throw new Error(`theme.css has no colour --${name}`)
    return hex as Hex
  }
}

const surfaces = ['surface', 'surface-page', 'surface-sunken']
/** Text and the backgrounds that it is used on. */
const texts: Record<string, string[]> = {
  text: [...surfaces, 'accent-soft', 'attention-soft', 'danger-soft'],
  'text-muted': [...surfaces, 'accent-soft', 'attention-soft', 'danger-soft'],
  'accent-text': [...surfaces, 'accent-soft'],
  'attention-text': [...surfaces, 'attention-soft'],
  'danger-text': [...surfaces, 'danger-soft'],
}
/** Marks, borders and focus rings. */
const marks: Record<string, string[]> = {
  accent: surfaces,
  attention: surfaces,
  'line-field': surfaces,
}

/** Pairs with too little contrast. */
function faultsOf(color: (name: string) => Hex): string[] {
  const check = (pairs: Record<string, string[]>, minimum: number) =>
    Object.entries(pairs).flatMap(([name, backgrounds]) =>
      backgrounds
        .map((background) => ({ background, ratio: contrastOf(color(name), color(background)) }))
        .filter(({ ratio }) => ratio < minimum)
        .map(({ background, ratio }) => `--${name} on --${background}: ${ratio.toFixed(2)}`),
    )
  const whiteOn = ['accent-fill', 'accent-fill-hover']
    .filter((name) => contrastOf('#ffffff', color(name)) < textContrast)
    .map((name) => `white on --${name}`)
  return [...check(texts, textContrast), ...check(marks, markContrast), ...whiteOn]
}

describe('colours of theme.css', () => {
  test.each(schemes)('have enough contrast in the %s scheme', (scheme) => {
    expect(faultsOf(tokensOf(scheme))).toEqual([])
  })

  test.each(schemes)('have enough contrast with another brand in the %s scheme', (scheme) => {
    const purple = tokensOf(scheme, brandPalette('#6d28d9'))
    expect(purple('accent-fill')).not.toBe(tokensOf(scheme)('accent-fill'))
    expect(faultsOf(purple)).toEqual([])
  })
})

test('every accent below white text gives a palette with enough contrast in both schemes', () => {
  const accents = fc
    .integer({ min: 0, max: 0xffffff })
    .map((number): Hex => `#${number.toString(16).padStart(6, '0')}`)
    .filter((hex) => contrastOf('#ffffff', hex) >= textContrast)
  fc.assert(
    fc.property(accents, (accent) => {
      const palette = brandPalette(accent)
      for (const scheme of schemes) expect(faultsOf(tokensOf(scheme, palette))).toEqual([])
    }),
    { examples: [['#000000'], ['#0000ff'], ['#767676'], ['#b3261e'], ['#008744'], ['#c00000']] },
  )
})

test('a colour keeps its value when it is converted to OKLCH and back', () => {
  for (const hex of ['#0f6a72', '#6d28d9', '#ffffff', '#000000', '#b3261e'] as const)
    expect(hexOf(oklchOf(hex))).toBe(hex)
})

test('contrast is that of WCAG', () => {
  expect(contrastOf('#ffffff', '#000000')).toBeCloseTo(21)
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

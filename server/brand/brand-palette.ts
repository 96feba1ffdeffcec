import { contrastOf, hexOf, oklchOf, type Hex, type Oklch } from './colours.ts'

/** Minimum contrast of text (WCAG 1.4.3), and of marks that are not text (WCAG 1.4.11). */
export const textContrast = 4.5
export const markContrast = 3

const white = '#ffffff'

/** The darkest light surface and the lightest dark one of `web/ui/theme.css`, on which accent colours appear. */
export const lightSurface = '#eff3f4'
export const darkSurface = '#1b2429'

/** Colours derived from an accent, by the names of their variables in `web/ui/theme.css`, without `--`. */
export type BrandPalette = Readonly<Record<PaletteName, Hex>>
type PaletteName = `brand-${Shade}` | `brand-${Shade}-dark`
type Shade = 'accent' | 'fill' | 'fill-hover' | 'text' | 'soft' | 'line'

/**
 * Derives the palette of both colour schemes from an accent. In the light scheme, the accent is used as it is given. Text
 * and marks are made darker, or lighter in the dark scheme, until their contrast suffices.
 */
export function brandPalette(accent: Hex): BrandPalette {
  const base = oklchOf(accent)
  const shade = (lightness: number, chromaMax: number): Oklch => ({
    ...base,
    lightness,
    chroma: Math.min(base.chroma, chromaMax),
  })
  const soft = hexOf(shade(0.958, 0.025))
  const softDark = hexOf(shade(0.265, 0.035))
  const onLight = [white, lightSurface, soft] as const
  const onDark = [darkSurface, softDark] as const
  const fillDark = readable(shade(Math.min(0.56, base.lightness), 0.2), -1, [white], textContrast)
  return {
    'brand-accent': accent,
    'brand-fill': accent,
    'brand-fill-hover': hexOf({ ...base, lightness: Math.max(0, base.lightness - 0.07) }),
    'brand-text': readable(base, -1, onLight, textContrast),
    'brand-soft': soft,
    'brand-line': hexOf(shade(0.82, 0.07)),
    'brand-accent-dark': readable(shade(0.62, 0.16), 1, onDark, markContrast + 0.5),
    'brand-fill-dark': fillDark,
    'brand-fill-hover-dark': hexOf(darker(oklchOf(fillDark), 0.05)),
    'brand-text-dark': readable(shade(0.76, 0.13), 1, onDark, textContrast),
    'brand-soft-dark': softDark,
    'brand-line-dark': hexOf(shade(0.43, 0.07)),
  }
}

const darker = (colour: Oklch, by: number): Oklch => ({
  ...colour,
  lightness: Math.max(0, colour.lightness - by),
})

/** Moves the lightness up or down until the contrast with each of these colours suffices. Ends at black or white. */
function readable(
  colour: Oklch,
  direction: 1 | -1,
  against: readonly Hex[],
  contrast: number,
): Hex {
  const hex = hexOf(colour)
  const next = colour.lightness + direction * 0.01
  const enough = against.every((other) => contrastOf(hex, other) >= contrast)
  return enough || next < 0 || next > 1
    ? hex
    : readable({ ...colour, lightness: next }, direction, against, contrast)
}

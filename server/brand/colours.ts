/** An sRGB colour as `#rrggbb`. */
export type Hex = `#${string}`

/** A colour in OKLCH: lightness 0 to 1, chroma, hue in radians. Equal steps of lightness look equal in every hue. */
export interface Oklch {
  lightness: number
  chroma: number
  hue: number
}

type Triple = readonly [number, number, number]

const toLinear = (value: number) =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
const fromLinear = (value: number) =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055

function linearOf(hex: Hex): Triple {
  const [red, green, blue] = [1, 3, 5].map((at) =>
    toLinear(Number.parseInt(hex.slice(at, at + 2), 16) / 255),
  )
  return [red ?? 0, green ?? 0, blue ?? 0]
}

/** Contrast ratio of two colours, 1 to 21 (WCAG 2.2, 'contrast ratio'). */
export function contrastOf(one: Hex, other: Hex): number {
  const [lighter = 0, darker = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminanceOf(hex: Hex): number {
  const [red, green, blue] = linearOf(hex)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Converts to OKLCH (Ottosson, 'A perceptual color space for image processing'). */
export function oklchOf(hex: Hex): Oklch {
  const [red, green, blue] = linearOf(hex)
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, b),
    hue: Math.atan2(b, a),
  }
}

/** Converts to sRGB. A colour that sRGB lacks is made less colourful until it exists, at the same lightness and hue. */
export function hexOf({ lightness, chroma, hue }: Oklch): Hex {
  const rgb = linearFromOklab(lightness, chroma * Math.cos(hue), chroma * Math.sin(hue))
  const inside = rgb.every((value) => value > -0.0005 && value < 1.0005)
  if (!inside && chroma > 0) return hexOf({ lightness, chroma: Math.max(0, chroma - 0.005), hue })
  const digits = rgb.map((value) =>
    Math.round(fromLinear(Math.min(1, Math.max(0, value))) * 255)
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${digits.join('')}`
}

function linearFromOklab(lightness: number, a: number, b: number): Triple {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

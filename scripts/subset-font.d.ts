declare module 'subset-font' {
  /** Returns the font with only the glyphs that `text` needs. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2'
      /** Limits of the axes of a variable font. */
      variationAxes?: Record<string, { min: number; max: number }>
    },
  ): Promise<Buffer>
}

/** The choices of a filter whose words are longer than its field is wide; never wider than the window. */
export const wideChoices = {
  position: 'bottom-start',
  width: 'min(24rem, calc(100vw - 2rem))',
} as const

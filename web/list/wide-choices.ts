/** Combobox props for a filter whose options are wider than its field; never wider than the window. */
export const wideChoices = {
  position: 'bottom-start',
  width: 'min(24rem, calc(100vw - 2rem))',
} as const

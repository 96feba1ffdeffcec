const apple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Keys that open the palette, by their names on this keyboard. */
export const paletteKeys: readonly string[] = apple ? ['⌘', 'K'] : ['Ctrl', 'K']

/** Shortcuts of every screen, as listed in the dialog of `?`. */
export const shortcuts: readonly { keys: readonly string[]; effect: string }[] = [
  { keys: paletteKeys, effect: 'Abrir a busca rápida' },
  { keys: ['Setas'], effect: 'Percorrer o que a busca encontrou' },
  { keys: ['Enter'], effect: 'Abrir o que está marcado' },
  { keys: ['Esc'], effect: 'Fechar a busca, um diálogo ou um menu' },
  { keys: ['?'], effect: 'Mostrar estes atalhos' },
]

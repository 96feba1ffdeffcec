const apple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The keys that open the palette, as this keyboard names them. */
export const paletteKeys: readonly string[] = apple ? ['⌘', 'K'] : ['Ctrl', 'K']

/** What the keyboard does on every screen, as the dialog of `?` tells it. */
export const shortcuts: readonly { keys: readonly string[]; effect: string }[] = [
  { keys: paletteKeys, effect: 'Abrir a busca rápida' },
  { keys: ['Setas'], effect: 'Percorrer o que a busca encontrou' },
  { keys: ['Enter'], effect: 'Abrir o que está marcado' },
  { keys: ['Esc'], effect: 'Fechar a busca, um diálogo ou um menu' },
  { keys: ['?'], effect: 'Mostrar estes atalhos' },
]

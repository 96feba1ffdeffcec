const particles = new Set(['de', 'da', 'do', 'das', 'dos', 'e'])

/** Up to two initials of a name, of its first and last word: 'Ana de Souza' is 'AS'. */
export function initialsOf(name: string): string {
  const words = name
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !particles.has(word.toLowerCase()))
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words
  return chosen.map((word) => word?.slice(0, 1).toUpperCase()).join('')
}

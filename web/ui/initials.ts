const particles = new Set(['de', 'da', 'do', 'das', 'dos', 'e'])

/** Returns the initials of the first and last word of a name, ignoring particles: 'Ana de Souza' gives 'AS'. */
export function initialsOf(name: string): string {
  const words = name
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !particles.has(word.toLowerCase()))
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words
  return chosen.map((word) => word?.slice(0, 1).toUpperCase()).join('')
}

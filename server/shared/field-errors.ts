import type { z } from 'zod'

/** Names each wrong field once, in words: `fields` of a 400 (rulings §2). */
export function fieldsOf(error: z.ZodError, part: 'body' | 'query' | 'params'): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
    for (const path of names) fields[path.map(String).join('.') || part] ??= sentenceFor(issue)
  }
  return fields
}

function sentenceFor(issue: z.core.$ZodIssue): string {
  // A sentence of our own was given with the rule; those of the library are in English.
  if (/[.!?]$/.test(issue.message)) return issue.message
  if (issue.code === 'unrecognized_keys') return 'Campo desconhecido.'
  if (issue.code === 'invalid_type') return issue.input === undefined ? 'Campo obrigatório.' : 'Tipo de valor inválido.'
  if (issue.code === 'too_big') return `O valor máximo é ${issue.maximum}.`
  if (issue.code === 'too_small') return `O valor mínimo é ${issue.minimum}.`
  return 'Valor inválido.'
}

import type { z } from 'zod'

/**
 * What is wrong with a field, in words, where its rule brings no sentence of its own: the error map of every parse, on
 * the server and in forms.
 */
export const fieldSentence: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'unrecognized_keys') return 'Campo desconhecido.'
  if (issue.input === undefined) return 'Campo obrigatório.'
  if (issue.code === 'invalid_type') return 'Tipo de valor inválido.'
  if (issue.code === 'too_big') return `O valor máximo é ${issue.maximum}.`
  if (issue.code === 'too_small') return `O valor mínimo é ${issue.minimum}.`
  return 'Valor inválido.'
}

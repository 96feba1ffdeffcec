import type { z } from 'zod'

/** Zod error map used by server and forms: error messages for rules that declare none of their own. */
export const fieldErrorMap: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'unrecognized_keys') return 'Campo desconhecido.'
  if (issue.input === undefined) return 'Campo obrigatório.'
  if (issue.code === 'invalid_type') return 'Tipo de valor inválido.'
  if (issue.code === 'too_big') return `O valor máximo é ${issue.maximum}.`
  if (issue.code === 'too_small') return `O valor mínimo é ${issue.minimum}.`
  return 'Valor inválido.'
}

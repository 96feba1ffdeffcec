/** Data that users may ask to have corrected, with its labels. */
export const correctionFields = {
  name: 'Nome',
  email: 'E-mail',
  phone_number: 'Telefone',
  code: 'Código de usuário',
  companies: 'Empresas',
  profiles: 'Perfis de acesso',
  other: 'Outro dado',
} as const

export type CorrectionField = keyof typeof correctionFields

import type { Endpoints } from './endpoint.ts'

/** Titles of operations outside the contract, and of former operations, whose events remain in the log. */
const otherTitles = {
  migrate: 'Atualização do banco de dados',
  restoreDatabase: 'Restauração do banco de dados',
  announceSigningKey: 'Anúncio de chave de assinatura',
  activateSigningKey: 'Ativação de chave de assinatura',
  removeSigningKey: 'Remoção de chave de assinatura',
  applyEmailChange: 'Efetivação da alteração de e-mail',
  completeRecovery: 'Conclusão de recuperação de conta',
  startAccessReview: 'Início de revisão de acessos',
  closeAccessReview: 'Encerramento de revisão de acessos',
  recoverAdministrator: 'Recuperação do acesso de um administrador',
  reencryptSecrets: 'Nova criptografia de segredos',
  eraseAuditValue: 'Apagamento de dado pessoal da auditoria',
} as const

/** Returns the title of every operation that may be in the audit log. */
export function auditTitlesOf(endpoints: Endpoints): Readonly<Record<string, string>> {
  const declared = Object.entries(endpoints).flatMap(([operation, { audit }]) =>
    audit === 'none' ? [] : [[operation, audit.title] as const],
  )
  return { ...Object.fromEntries(declared), ...otherTitles }
}

import { fullStop } from '../../contract/full-stop.ts'
import { formatInstant } from '../../contract/shown.ts'
import { readUserAgent } from '../../contract/user-agent.ts'
import type { Message } from './outbox-queries.ts'
import { paragraphMail } from './paragraph-mail.ts'

/**
 * Notices to users about their own account (ASVS 6.3.7). They contain no links, because users who are used to links in
 * such mails also follow forged ones. The exception is 'Não fui eu', which `reportable` adds: it can only report and end
 * (decision 97).
 */

/** Recipient of a notice. */
export interface Recipient {
  name: string
  email: string
}

/** Notice that the password was changed. */
export function passwordChangedNotice(to: Recipient): Message {
  return notice(to, 'Sua senha foi alterada', [
    'Sua senha foi alterada e todas as suas sessões foram encerradas.',
  ])
}

/** Notice of a sign-in from a browser that was not used for the account before. */
export function unknownBrowserNotice(
  to: Recipient,
  { at, network, userAgent }: { at: Date; network: string; userAgent: string },
): Message {
  return notice(to, 'Entrada na sua conta por um navegador novo', [
    'Alguém entrou na sua conta por um navegador que ainda não tinha sido usado nela.',
    `Quando: ${formatInstant(at.toISOString())} (horário de Brasília). Rede: ${network}. Navegador: ${readUserAgent(userAgent)}.`,
    'Se foi você, não é preciso fazer nada.',
  ])
}

/** Notice that a passkey was added to the account. */
export function passkeyAddedNotice(to: Recipient, name: string): Message {
  return notice(to, 'Uma chave de acesso foi criada', [
    fullStop(`Uma chave de acesso foi criada na sua conta: ${name}`),
    'Com ela é possível entrar sem a sua senha. Se não foi você, peça também a quem administra a sua conta que a remova.',
  ])
}

/** Notice that a passkey was removed from the account. */
export function passkeyRemovedNotice(to: Recipient, name: string): Message {
  return notice(to, 'Uma chave de acesso foi removida', [
    fullStop(`Uma chave de acesso foi removida da sua conta: ${name}`),
  ])
}

/** Notice that an authenticator app was added to the account. */
export function totpAddedNotice(to: Recipient): Message {
  return notice(to, 'Um aplicativo autenticador foi cadastrado', [
    'Um aplicativo autenticador foi cadastrado na sua conta. Os códigos dele servem para entrar, depois da senha.',
    'Se não foi você, peça também a quem administra a sua conta que o remova.',
  ])
}

/** Notice that the authenticator app was removed from the account. */
export function totpRemovedNotice(to: Recipient): Message {
  return notice(to, 'O aplicativo autenticador foi removido', [
    'O aplicativo autenticador da sua conta foi removido. Os códigos dele não valem mais.',
  ])
}

/** Notice that recovery codes were created. `replaced` is the number of unused older codes. */
export function recoveryCodesMadeNotice(to: Recipient, replaced: number): Message {
  return notice(to, 'Novos códigos de recuperação foram gerados', [
    `Novos códigos de recuperação foram gerados na sua conta.${replaced > 0 ? ' Os anteriores não valem mais.' : ''}`,
    'Cada código serve uma vez para entrar, depois da senha. Se não foi você, peça também a quem administra a sua conta que os remova.',
  ])
}

/** Notice that a sign-in used a recovery code. */
export function recoveryCodeUsedNotice(to: Recipient): Message {
  return notice(to, 'Um código de recuperação foi usado', [
    'Um código de recuperação da sua conta foi usado para entrar. Ele não vale mais.',
    'Se não foi você, gere outros códigos quando entrar de novo.',
  ])
}

/** Notice that another user changed the phone that receives codes. */
export function phoneChangedNotice(to: Recipient, phone: string): Message {
  return notice(to, 'Seu telefone foi alterado', [
    `O telefone do seu cadastro agora termina em ${phone.slice(-4)}. Os códigos de acesso por SMS vão para ele.`,
    'Se você não pediu essa mudança, avise um administrador imediatamente.',
  ])
}

/** Notice that the e-mail was corrected before the first access. Sent to the previous address. */
export function emailChangedNotice(to: Recipient): Message {
  return notice(to, 'Seu e-mail de acesso foi alterado', [
    'O convite enviado para este endereço foi cancelado: outro e-mail ficou no cadastro.',
    'Se o convite era mesmo para você, avise quem convidou ou um administrador.',
  ])
}

/** Notice that the account was blocked. */
export function blockedNotice(to: Recipient): Message {
  return notice(to, 'Seu acesso foi bloqueado', [
    'Seu acesso foi bloqueado e todas as suas sessões foram encerradas.',
    'Se você não sabe o motivo, fale com um administrador.',
  ])
}

const roles = {
  administrator: 'Você agora é administrador da Gestão de Acesso.',
  master: 'Você agora é usuário master da sua empresa na Gestão de Acesso.',
} as const

/** A role with authority over other users. */
export type NotifiedRole = keyof typeof roles

/** Notice that the user became a master user or administrator. */
export function roleGivenNotice(to: Recipient, role: NotifiedRole): Message {
  return notice(to, 'Suas permissões mudaram', [
    roles[role],
    'Se você não esperava essa mudança, avise um administrador.',
  ])
}

/** Details of an API token that acts as the recipient. */
interface TokenDetails {
  company: string
  /** End of the token as displayed; undefined if the token has no end. */
  until: string | undefined
}

/** Notice that a token that acts as the recipient was created. */
export function apiTokenMadeNotice(to: Recipient, token: TokenDetails & { by: string }): Message {
  const { company, by, until } = token
  return notice(to, 'Um token de acesso foi gerado em seu nome', [
    fullStop(
      `Um token de acesso para programas foi gerado em seu nome na empresa ${company}, por ${by}`,
    ),
    `Com ele, um programa consulta e altera a Gestão de Acesso com as suas permissões nessa empresa, sem a sua senha. ${lifeOf(until)}`,
    'Se você não esperava este token, avise um administrador imediatamente: ele pode ser revogado.',
  ])
}

/** Notice that a token that acts as the recipient ends within a week. */
export function apiTokenEndingNotice(to: Recipient, { company, until }: TokenDetails): Message {
  return notice(to, 'Um token de acesso em seu nome termina em breve', [
    `O token de acesso para programas gerado em seu nome na empresa ${company} vale até ${until}.`,
    'Depois disso, os programas que o usam são recusados. Se eles ainda forem necessários, peça um novo token a quem administra a sua empresa.',
  ])
}

const lifeOf = (until: string | undefined): string =>
  until === undefined ? 'Ele não tem data de fim.' : `Ele vale até ${until}.`

/** Notice to each administrator that the URL of a module without a secret has changed. */
export function moduleMovedNotice(
  to: Recipient,
  { module, by }: { module: string; by: string },
): Message {
  return notice(to, 'O endereço de um módulo foi alterado', [
    `O endereço do módulo ${module} foi alterado por ${by}. Este módulo não tem secret: quem entra nele recebe o acesso no endereço novo.`,
    'Confira o endereço na Gestão de Acesso, no cadastro do módulo e em seu histórico. Se essa mudança não foi combinada, desfaça-a e avise os outros administradores imediatamente.',
  ])
}

/** Details of a delegation of the master role, for the notices to both sides. */
export interface DelegationNotice {
  company: string
  /** Names of the user who delegates the role and of the delegate. */
  lender: string
  borrower: string
  /** Null for a delegation without an end. */
  end: Date | null
}

const until = ({ end }: DelegationNotice): string =>
  end === null ? 'sem data de fim' : `até ${formatInstant(end.toISOString())}`

/** Notice to the borrower that the delegation begins. */
export function borrowerBegunNotice(to: Recipient, lent: DelegationNotice): Message {
  return notice(to, 'Você recebeu uma delegação de usuário master', [
    `Você agora atua como usuário master da empresa ${lent.company}, por delegação de ${lent.lender}, ${until(lent)}.`,
    'O que você fizer fica registrado como feito por delegação. Se não esperava essa mudança, avise um administrador.',
  ])
}

/** Notice to the lender that the delegation begins. */
export function lenderBegunNotice(to: Recipient, lent: DelegationNotice): Message {
  return notice(to, 'Sua delegação de usuário master começou', [
    `${lent.borrower} agora atua como usuário master da empresa ${lent.company}, por delegação sua, ${until(lent)}.`,
    'Se não foi você quem delegou, remova a delegação imediatamente e avise um administrador.',
  ])
}

/** Notice to the borrower that the delegation has ended. */
export function borrowerEndedNotice(to: Recipient, lent: DelegationNotice): Message {
  return notice(to, 'Terminou a delegação que você recebeu', [
    fullStop(
      `Você não atua mais como usuário master da empresa ${lent.company} por delegação de ${lent.lender}`,
    ),
  ])
}

/** Notice to the lender that the delegation has ended. */
export function lenderEndedNotice(to: Recipient, lent: DelegationNotice): Message {
  return notice(to, 'Terminou a delegação que você fez', [
    `${lent.borrower} não atua mais como usuário master da empresa ${lent.company} por delegação sua.`,
  ])
}

/** Notice that an administrator decided on the recipient's correction request. `field` is the displayed label. */
export function dataRequestAnsweredNotice(
  to: Recipient,
  field: string,
  { accepted, answer }: { accepted: boolean; answer: string },
): Message {
  return notice(to, 'Seu pedido de correção foi respondido', [
    accepted
      ? `Seu pedido de correção foi atendido. Dado: ${field}.`
      : `Seu pedido de correção foi recusado. Dado: ${field}.`,
    answer,
    'O pedido e a resposta estão na Gestão de Acesso, em "Meus dados".',
  ])
}

/** Notice that the command for lost administrators let the recipient in again (docs/operating.md). */
export function ownAccountRecoveredNotice(to: Recipient): Message {
  return notice(to, 'Seu acesso foi recuperado no servidor', [
    'Quem opera o servidor da Gestão de Acesso gerou para você uma senha temporária e novos códigos de recuperação. As suas chaves de acesso e o aplicativo autenticador foram removidos, e todas as suas sessões foram encerradas.',
    'Se você não pediu isso, avise imediatamente quem opera o servidor e os outros administradores.',
  ])
}

/** Notice to another administrator that the command for lost administrators let this one in again. */
export function administratorRecoveredNotice(to: Recipient, administrator: string): Message {
  return notice(to, 'O acesso de um administrador foi recuperado no servidor', [
    `Quem opera o servidor da Gestão de Acesso gerou uma senha temporária e novos códigos de recuperação para ${administrator}, que é administrador. As chaves de acesso e o aplicativo autenticador dessa pessoa foram removidos.`,
    'Se isso não foi combinado, bloqueie a conta e avise imediatamente quem opera o servidor.',
  ])
}

/** Returns a notice with a greeting and these paragraphs. */
export function notice(
  { name, email }: Recipient,
  subject: string,
  paragraphs: readonly string[],
): Message {
  return paragraphMail({
    to: email,
    subject,
    paragraphs: [fullStop(`Olá, ${name}`), ...paragraphs],
  })
}

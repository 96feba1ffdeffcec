import { fullStop } from '../../contract/full-stop.ts'
import { formatInstant } from '../../contract/shown.ts'
import type { Message } from './outbox-queries.ts'
import { paragraphMail } from './paragraph-mail.ts'
import type { Recipient } from './security-notices.ts'

/** Mails about a change of the e-mail of an account (decision 98). */

/** Mail to the new address, with the link that confirms it. Names nobody, because the reader may be a stranger. */
export function confirmNewEmail(
  to: string,
  { link, expiresAt }: { link: string; expiresAt: Date },
): Message {
  return paragraphMail({
    to,
    subject: 'Confirme este endereço',
    link,
    paragraphs: [
      'Olá.',
      'Pediram que este endereço passe a ser o e-mail de uma conta da Gestão de Acesso.',
      `Para confirmar, abra o endereço abaixo no navegador e use o botão da página. O link vale até ${formatInstant(expiresAt.toISOString())} e serve uma vez.`,
      'Se você não conhece este pedido, ignore esta mensagem: sem a confirmação, nada muda.',
    ],
  })
}

/**
 * Mail to the current address, with the link that confirms or cancels the change. `reportable` adds a second link, which
 * also ends the sessions.
 */
export function confirmOldEmail(
  { name, email }: Recipient,
  change: { newEmail: string; takesEffectAt: Date; link: string; byOwner: boolean },
): Message {
  const { newEmail, takesEffectAt, link, byOwner } = change
  return paragraphMail({
    to: email,
    subject: 'Alteração do seu e-mail de acesso',
    link,
    paragraphs: [
      fullStop(`Olá, ${name}`),
      byOwner
        ? `Na sua conta, pediram a alteração do e-mail de acesso para ${newEmail}.`
        : `Um administrador pediu a alteração do seu e-mail de acesso para ${newEmail}.`,
      `Se foi combinado, confirme no primeiro endereço: a alteração vale assim que os dois endereços confirmarem. Sem a sua confirmação, ela vale a partir de ${formatInstant(takesEffectAt.toISOString())}, se o novo endereço confirmar.`,
      'Para só cancelar a alteração, abra o mesmo endereço. Se você não conhece este pedido, use o segundo: ele também cancela a alteração.',
    ],
  })
}

/** Mail to an address that belongs to another account. The response to the request was the same as for a free one. */
export function addressHasAccount({ name, email }: Recipient): Message {
  return paragraphMail({
    to: email,
    subject: 'Seu endereço foi indicado em outra conta',
    paragraphs: [
      fullStop(`Olá, ${name}`),
      'Pediram que este endereço passe a ser o e-mail de outra conta da Gestão de Acesso. Ele já é o da sua conta, e por isso nada muda.',
      'Se você não conhece este pedido, ignore esta mensagem.',
    ],
  })
}

/** Notice to the previous address that the change has taken effect. */
export function emailReplaced({ name, email }: Recipient): Message {
  return paragraphMail({
    to: email,
    subject: 'Seu e-mail de acesso mudou',
    paragraphs: [
      fullStop(`Olá, ${name}`),
      'A partir de agora, este endereço não é mais o e-mail da sua conta: entre com o novo. As sessões abertas continuam.',
      'Se não foi você, peça também a quem administra a sua conta que desfaça a alteração.',
    ],
  })
}

/** Notice to the new address that the change has taken effect. */
export function emailInUse({ name, email }: Recipient): Message {
  return paragraphMail({
    to: email,
    subject: 'Seu e-mail de acesso mudou',
    paragraphs: [
      fullStop(`Olá, ${name}`),
      'A partir de agora, este é o e-mail da sua conta. Entre com ele e a senha de sempre.',
    ],
  })
}

/** Notice to the current address that the change was cancelled, or could not take effect. */
export function emailChangeEnded({ name, email }: Recipient): Message {
  return paragraphMail({
    to: email,
    subject: 'A alteração do seu e-mail não foi feita',
    paragraphs: [
      fullStop(`Olá, ${name}`),
      'A alteração do e-mail da sua conta foi cancelada. O seu e-mail de acesso continua a ser este.',
    ],
  })
}

/** Masks an e-mail: `m•••••@p•••••.example`. Enough for the owner to recognise it. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  const dot = domain.lastIndexOf('.')
  return `${email.slice(0, 1)}•••••@${domain.slice(0, 1)}•••••${dot > 0 ? domain.slice(dot) : ''}`
}

/** Masks a phone number: `+55 ••••• 1234`. */
export function maskPhone(phone: string): string {
  return `+${phone.slice(0, 2)} ••••• ${phone.slice(-4)}`
}

const format = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'America/Sao_Paulo',
})

/** Returns the message about the last access, which is shown on the first visit after a sign-in. */
export function formatAccess(at: Date): string {
  return `Seu último acesso foi em ${format.format(at).replace(',', ' às')}.`
}

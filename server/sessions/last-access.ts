const format = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'America/Sao_Paulo',
})

/** The last-access message of the first visit after sign-in. */
export function formatAccess(at: Date): string {
  return `Seu último acesso foi em ${format.format(at).replace(',', ' às')}.`
}

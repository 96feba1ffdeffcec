const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' })

/** What the file of an export is called: `planos-avulsos-2026-11-22.csv`, of letters that every system takes. */
export function fileNameOf(name: string, now: Date): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\W+/g, '-')
  return `${plain}-${day.format(now)}.csv`
}

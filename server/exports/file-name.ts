const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' })

/** What the file of an export is called: `planos-avulsos-2026-11-22.csv`. */
export function fileNameOf(name: string, now: Date, ending = 'csv'): string {
  return `${plain(name)}-${day.format(now)}.${ending}`
}

/** What the template of an import is called: `modelo-planos-avulsos.xlsx`. */
export function templateNameOf(name: string): string {
  return `modelo-${plain(name)}.xlsx`
}

/** Of letters that every system takes. */
function plain(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\W+/g, '-')
}

const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' })

/** Returns the file name of an export: `planos-avulsos-2026-11-22.csv`. */
export function fileNameOf(name: string, now: Date, extension = 'csv'): string {
  return `${plain(name)}-${day.format(now)}.${extension}`
}

/** Returns the file name of an import template: `modelo-planos-avulsos.xlsx`. */
export function templateNameOf(name: string): string {
  return `modelo-${plain(name)}.xlsx`
}

/** Reduces a name to ASCII letters, digits and hyphens, which every system accepts. */
function plain(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\W+/g, '-')
}

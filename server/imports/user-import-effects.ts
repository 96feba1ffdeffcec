import type { UserValues } from './user-import-values.ts'

const number = new Intl.NumberFormat('pt-BR')

/** Returns sentences on the combined effect of all rows. A user with several rows is invited only once. */
export function effectsOf(values: readonly UserValues[], mailRate: number): string[] {
  const invited = new Set(values.filter(({ person }) => !person).map(({ email }) => email)).size
  const linked = values.filter(({ person, links }) => person && links).length
  const given = values.filter(({ profile }) => profile)
  const people = new Set(given.map(({ email }) => email)).size
  return [
    ...sentence(
      invited,
      '1 pessoa nova será convidada por e-mail.',
      (n) => `${n} pessoas novas serão convidadas por e-mail.`,
    ),
    ...(invited > mailRate
      ? [`Os convites saem aos poucos, cerca de ${number.format(mailRate)} por minuto.`]
      : []),
    ...sentence(
      linked,
      '1 pessoa cadastrada será vinculada à empresa.',
      (n) => `${n} vínculos de pessoas cadastradas com empresas serão feitos.`,
    ),
    ...sentence(given.length, '1 perfil será dado.', (n) =>
      people === 1
        ? `${n} perfis serão dados a 1 pessoa.`
        : `${n} perfis serão dados a ${number.format(people)} pessoas.`,
    ),
  ]
}

function sentence(count: number, one: string, many: (count: string) => string): string[] {
  if (count === 0) return []
  return [count === 1 ? one : many(number.format(count))]
}

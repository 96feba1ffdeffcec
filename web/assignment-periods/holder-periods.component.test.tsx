/** Periods where the holders of a profile or of seats are listed. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { module } from '../testing/fake-catalogue.ts'
import { seats } from '../testing/fake-effects.ts'
import { emptyPage, listPage } from '../testing/fake-list.ts'
import { moduleOfPlan, operator } from '../testing/fake-plans.ts'
import { profile, profileHandlers } from '../testing/fake-profiles.ts'
import { openPortal } from '../testing/portal.tsx'
import { button, expectToFit, row } from '../testing/screen.ts'

const always = { begin_date: null, end_date: null, suspended_at: null, last_used_at: null }
const later = { ...always, begin_date: '2090-01-02T03:00:00.000Z' }
const used = '2026-11-20T12:00:00.000Z'
const ending = { ...always, end_date: '2091-01-01T02:59:59.999Z', last_used_at: used }
const ended = { ...ending, end_date: '2020-02-01T02:59:59.999Z' }
const suspended = { ...ending, suspended_at: '2026-02-01T02:59:59.999Z' }
type Period = typeof always | typeof later | typeof ending | typeof suspended

const voice = module({ name: 'Bilhetagem' })
const person = (id: number, name: string) => ({
  id,
  name,
  email: `p${id}@operadora.example`,
  suspended: false,
})

test('the record of a profile lists each holder with the periods by company and SPID', async () => {
  await page.viewport(360, 740)
  const stored = profile(voice, { id: 501, name: 'Mesa' })
  const at = (spid: string | null, period: Period) => ({
    company: { id: 21, name: 'Operadora Alfa' },
    spid,
    ended: period === ended,
    ...period,
  })
  const holders = [
    { ...person(1, 'Ana Lima'), assignments: [at('7101', always), at('7102', ending)] },
    { ...person(2, 'Bia Reis'), assignments: [at('7103', later), at('7104', later)] },
    { ...person(3, 'Caio Melo'), assignments: [at(null, ended)] },
    { ...person(4, 'Davi Cruz'), assignments: [at(null, suspended)] },
  ]
  const fake = openPortal(
    '/profile-edit?id=501&tab=people',
    profileHandlers({ modules: [voice], profiles: [stored] }),
  )
  fake.use({ profileHolderList: ({ query }) => listPage(holders, query) })
  for (const [name, words] of [
    ['Ana Lima', 'Operadora Alfa (SPID 7101) (SPID 7102) até 31/12/2090'],
    ['Ana Lima', 'até 31/12/209020/11/2026 09:00:00'],
    ['Bia Reis', 'a partir de 02/01/2090Nunca'],
    ['Bia Reis', 'Operadora Alfa (SPID 7103, 7104) a partir de 02/01/2090'],
    ['Caio Melo', 'Operadora Alfa terminou em 31/01/2020'],
    ['Davi Cruz', 'Operadora Alfa suspenso · termina em 31/12/2090'],
  ] as const)
    await expect.element(row(name)).toHaveTextContent(words)
  await expectToFit(360)
})

test("'Quem usa' lists the periods of the profiles that take the seat", async () => {
  const last_access_at = null
  const held = (period: Period) => [
    {
      module: moduleOfPlan,
      profiles: [
        { id: 501, name: 'Mesa', spid: '7101', ...period },
        { id: 502, name: 'Chefia', spid: null, ...always },
      ],
    },
  ]
  const holders = [
    { ...person(1, 'Ana Lima'), last_access_at, modules: held(ending) },
    { ...person(2, 'Bia Reis'), last_access_at, modules: held(later) },
  ]
  openPortal('/user-seats?companyId=21', {
    companyList: emptyPage,
    seatsOfCompany: () => ({
      company: operator,
      modules: [{ module: moduleOfPlan, ...seats(2, 9), plans: [], loose_plan: null }],
    }),
    seatHolderList: ({ query }) => listPage(holders, query),
  })
  await button('Quem usa Bilhetagem').click()
  const people = page.getByRole('list', { name: 'Pessoas que usam Bilhetagem' })
  await expect
    .element(people)
    .toHaveTextContent(
      'Mesa (SPID 7101) até 31/12/2090, Chefia · último uso em 20/11/2026 09:00:00 · nunca acessou',
    )
  await expect
    .element(people)
    .toHaveTextContent('Mesa (SPID 7101) a partir de 02/01/2090, Chefia · nunca usado')
})

import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { company } from '../testing/fake-companies.ts'
import { accessEffect } from '../testing/fake-effects.ts'
import { listPage } from '../testing/fake-list.ts'
import { user, userHandlers } from '../testing/fake-users.ts'
import { openPortal } from '../testing/portal.tsx'
import { choose, confirmIdentity, expectGone, expectVisible } from '../testing/screen.ts'

const why = page.getByRole('region', { name: 'Por quê?' })
const answer = why.getByRole('status', { name: 'Resposta' })
const alfa = company({ id: 21, name: 'Operadora Alfa' })
const ana = user({ id: 71, name: 'Ana Souza', email: 'ana@alfa.example', companies: [alfa] })
const service = { id: 41, name: 'Voz' }
const module = { id: 31, name: 'Disputas', Service: service }
const moduleRow = {
  ...module,
  url: null,
  protocol: 'https://' as const,
  service_id: 41,
  is_enable_spid: false,
  status: 1 as const,
  secret_generated: false,
  logo: null,
  created_at: '2024-05-06T12:00:00.000Z',
  updated_at: '2024-05-06T12:00:00.000Z',
  version: 1,
}
const person = { id: 71, name: ana.name, email: ana.email, status: 1 as const, suspended: false }
const reply = (missing: ('no-profile' | 'no-seat' | 'user-blocked')[]) => ({
  user: person,
  company: { id: 21, name: alfa.name },
  module,
  spid: null,
  function: null,
  action: null,
  allowed: missing.length === 0,
  missing,
  ways: [],
  seats: { limit: 5, used: 2, free: 3 },
})
const handlers = (missing: () => ('no-profile' | 'no-seat' | 'user-blocked')[]) => ({
  ...userHandlers([ana], [alfa]),
  moduleList: ({ query }: { query: Parameters<typeof listPage>[1] }) =>
    listPage([moduleRow], { ...query, search: undefined }),
  userProfileGet: () => ({ user: person, user_profiles: [] }),
  userProfileWhy: () => reply(missing()),
  userProfileOffers: () => ({
    user: person,
    companies: [
      {
        id: 21,
        name: alfa.name,
        document: alfa.document,
        assignment_days_max: null,
        spids: [],
      },
    ],
    profiles: [
      {
        id: 33,
        name: 'Operador',
        master_profile: false,
        assignment_days_max: null,
        module: { ...module, is_enable_spid: false },
        company_id: [21],
      },
    ],
    seats: [{ company_id: 21, module_id: 31, limit: 5, used: 2, free: 3, taken: false }],
  }),
  accessEffectForesee: () => accessEffect(0),
})

test('a person without a profile gets one from the answer, which is then refreshed', async () => {
  let given: unknown
  openPortal('/user-edit?id=71&tab=access', {
    ...handlers(() => (given === undefined ? ['no-profile'] : [])),
    userProfileAdd({ body }) {
      given = body
      return { taken: [], given: [] }
    },
  })
  await choose('Módulo', 'Disputas - Voz')
  await expect.element(answer).toHaveAttribute('data-allowed', 'false')
  await why.getByRole('button', { name: 'Dar perfil de Disputas: Operador' }).click()
  await confirmIdentity()
  await expect.element(answer).toHaveTextContent('Permitido')
  await expect.element(answer).toHaveAttribute('data-allowed', 'true')
  expect(given).toEqual([{ user_id: 71, profile_id: 33, company_id: 21, spid: null }])
  await expectGone(why.getByRole('button', { name: /Dar perfil/ }))
})

test('a blocked person without a seat is unblocked there, and the seats of the module are linked', async () => {
  let blocked = true
  openPortal('/user-edit?id=71&tab=access', {
    ...handlers(() =>
      blocked ? ['user-blocked', 'no-profile', 'no-seat'] : ['no-profile', 'no-seat'],
    ),
    userBlock() {
      blocked = false
      return {}
    },
  })
  await choose('Módulo', 'Disputas - Voz')
  await expect
    .element(why.getByRole('link', { name: 'Ver quem usa as licenças' }))
    .toHaveAttribute('href', '/user-seats?companyId=21&module=31')
  await expectGone(why.getByRole('button', { name: /Dar perfil/ }))
  await why.getByRole('button', { name: 'Desbloquear' }).click()
  await page.getByRole('button', { name: 'Sim' }).click()
  await confirmIdentity()
  await expectGone(why.getByRole('button', { name: 'Desbloquear' }))
  await expectVisible(answer.getByText('O plano não tem licença livre para dar um perfil a ela.'))
})

import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { GivenUserProfile } from '../../../contract/user-profiles.ts'
import { user, userHandlers } from '../../testing/fake-users.ts'
import { openPortal } from '../../testing/portal.tsx'
import {
  button,
  confirmIdentity,
  expectCount,
  expectVisible,
  rows,
  toast,
} from '../../testing/screen.ts'

const module = { id: 20, name: 'Consulta', Service: { id: 2, name: 'Portabilidade' } }
const company = { id: 7, name: 'Alfa', document: '11222333000181' }
const names = ['Ana Lima', 'Bia Reis', 'Caio Melo']

test('a profile whose period has ended is given again, and a later period is replaced only on request', async () => {
  const given: GivenUserProfile[][] = []
  openPortal('/user-list', {
    ...userHandlers(names.map((name, at) => user({ id: at + 1, name }))),
    userProfileOffersMany: () => ({
      companies: [{ ...company, assignment_days_max: null, spids: [], user_id: [1, 2, 3] }],
      profiles: [
        {
          id: 5,
          name: 'Balcão',
          master_profile: false,
          assignment_days_max: null,
          module: { ...module, is_enable_spid: false },
          company_id: [7],
        },
      ],
      seats: [],
      held: [
        {
          profile: { id: 5, name: 'Balcão', status: 1, module },
          company: { ...company, active: true },
          spid: null,
          user_id: [1, 2, 3],
          periods: [
            {
              user_id: 1,
              begin_date: null,
              end_date: '2020-01-31T12:00:00.000Z',
              suspended_at: null,
            },
            {
              user_id: 2,
              begin_date: '2090-01-02T12:00:00.000Z',
              end_date: null,
              suspended_at: null,
            },
          ],
        },
      ],
    }),
    userProfileAdd({ body }) {
      given.push(body)
      return { taken: [], given: [] }
    },
  })
  await expectCount(rows, 3)
  await page.getByRole('checkbox', { name: 'Selecionar todos desta página' }).click()
  await button('Dar perfil').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Perfil' }).click()
  await page.getByRole('option', { name: /Balcão/ }).click()
  const summary = dialog.getByLabelText('O que será feito')
  const lines = [
    '1 pessoa recebe de novo o perfil: Ana Lima (terminou em 31/01/2020).',
    '1 pessoa já tem: Caio Melo.',
    '1 pessoa já tem, mas só mais tarde: Bia Reis (a partir de 02/01/2090).',
  ]
  for (const line of lines) await expect.element(summary).toHaveTextContent(line)
  await dialog.getByRole('checkbox', { name: /Mudar também o prazo/ }).click()
  await expect
    .element(summary)
    .toHaveTextContent('1 pessoa já tem e recebe este prazo: Bia Reis (a partir de 02/01/2090).')
  await dialog.getByRole('button', { name: 'Dar perfil' }).click()
  await confirmIdentity()
  await expectVisible(toast('Perfil dado a 2 usuários com sucesso!'))
  expect(given[0]?.map(({ user_id, begin_date }) => [user_id, begin_date ?? null])).toEqual([
    [1, null],
    [2, expect.stringMatching(/^\d{4}-\d\d-\d\d$/)],
  ])
})

/** Last use of a user's profiles on the record, and the actions for those without a use for 90 days. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { dayAfter, dayOf } from '../../contract/days.ts'
import { shownDay } from '../../contract/shown.ts'
import { expectAccessible } from '../testing/accessibility.ts'
import { company } from '../testing/fake-companies.ts'
import { accessEffect } from '../testing/fake-effects.ts'
import { user, userHandlers } from '../testing/fake-users.ts'
import { openPortal } from '../testing/portal.tsx'
import {
  button,
  confirmIdentity,
  expectGone,
  expectToFit,
  expectVisible,
  proofDialog,
  toast,
} from '../testing/screen.ts'

const alfa = company({ id: 21, name: 'Operadora Alfa' })
const module = { id: 7, name: 'Disputas', Service: { id: 5, name: 'Portnumber' } }
const jussara = user({ id: 71, name: 'Jussara Lima', companies: [alfa] })
const items = page.getByRole('list', { name: 'Perfis em Operadora Alfa' }).getByRole('listitem')
const inFifteenDays = () => dayAfter(dayOf(new Date()), 15)

const held = (profile_id: number, name: string, more: object = {}) => ({
  user_id: 71,
  profile_id,
  company_id: alfa.id,
  spid: null as string | null,
  profile: { id: profile_id, name, status: 1 as const, module },
  company: { ...alfa, active: true },
  created_at: '2026-03-12T12:00:00.000Z',
  granted_by: null,
  last_used_at: null as string | null,
  unused: false,
  begin_date: null,
  end_date: null as string | null,
  reason: null,
  suspended_at: null,
  days_max: null,
  ...more,
})

const used = '2026-06-01T12:00:00.000Z'
const unused = { unused: true, last_used_at: used }
const row = { user_id: 71, company_id: 21 }

/** Opens the record of a user with these profiles. Returns the bodies of the writes. */
function open(user_profiles: ReturnType<typeof held>[]) {
  const sent: { given: object[]; taken: object[] } = { given: [], taken: [] }
  openPortal('/user-edit?id=71&tab=access', {
    ...userHandlers([jussara], [alfa]),
    auditList: () => ({ rows: [], names: {}, older: null, newer: null }),
    userProfileGet: () => ({
      user: { id: 71, name: jussara.name, email: jussara.email, status: 1, suspended: false },
      user_profiles,
    }),
    accessEffectForesee: () => accessEffect(0),
    userProfileRemove({ body }) {
      sent.taken.push(...body)
      user_profiles.splice(0)
      return { taken: [], given: [] }
    },
    userProfileAdd({ body }) {
      sent.given.push(...body)
      return { taken: [], given: [] }
    },
  })
  return sent
}

test('each profile shows its last use, and only unused ones have the actions', async () => {
  await page.viewport(360, 740)
  open([
    held(31, 'Analista', unused),
    held(32, 'Gestor', { last_used_at: used }),
    held(33, 'Leitor'),
  ])
  await expect
    .element(items.nth(0))
    .toHaveTextContent('último uso em 01/06/2026 09:00:00sem uso há 90 diasRetirarEncerrar em 15')
  await expect.element(items.nth(1)).toHaveTextContent('último uso em 01/06/2026 09:00:00')
  await expect.element(items.nth(1)).not.toHaveTextContent('sem uso')
  await expect.element(items.nth(2)).toHaveTextContent('nunca usado')
  await expectVisible(page.getByText(/Um módulo que confere os acessos sem consultar o portal/))
  await expectGone(button('Retirar Gestor'))
  await expectGone(button('Retirar Leitor'))
  await expectToFit(360)
  await expectAccessible()
})

test("'Retirar' removes all SPIDs of the unused profile, and leaves a used one", async () => {
  const sent = open([
    held(31, 'Analista', { ...unused, spid: '7101' }),
    held(31, 'Analista', { ...unused, spid: '7102' }),
    held(31, 'Analista', { spid: '7103', last_used_at: used }),
  ])
  await button('Retirar Analista').click()
  await expect.element(proofDialog).toHaveTextContent('Retirar de Jussara Lima: Analista')
  await confirmIdentity()
  await expectVisible(toast('Perfil retirado com sucesso!'))
  expect(sent.taken).toEqual([
    { ...row, profile_id: 31, spid: '7101' },
    { ...row, profile_id: 31, spid: '7102' },
  ])
})

test("'Encerrar em 15 dias' gives the profile an end, with the day in the confirmation", async () => {
  const sent = open([held(31, 'Analista', unused)])
  await button('Encerrar em 15 dias: Analista').click()
  await expect
    .element(proofDialog)
    .toHaveTextContent(`O acesso termina no fim de ${shownDay(inFifteenDays())}.`)
  await confirmIdentity()
  await expectVisible(toast('Prazo atualizado com sucesso!'))
  expect(sent.given).toEqual([{ ...row, profile_id: 31, spid: null, end_date: inFifteenDays() }])
})

test('a profile that ends earlier, and that of administrators, can only be removed', async () => {
  const soon = new Date(Date.now() + 5 * 86_400_000).toISOString()
  open([held(31, 'Analista', { ...unused, end_date: soon }), held(1, 'Administrador', unused)])
  await expectVisible(button('Retirar Analista'))
  await expectVisible(button('Retirar Administrador'))
  await expectGone(button('Encerrar em 15 dias: Analista'))
  await expectGone(button('Encerrar em 15 dias: Administrador'))
})

import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { maskCnpj } from '../../contract/cnpj.ts'
import { dayAfter, dayOf } from '../../contract/days.ts'
import { shownDay } from '../../contract/shown.ts'
import type { GivenUserProfile } from '../../contract/user-profiles.ts'
import { expectAccessible } from '../testing/accessibility.ts'
import { company } from '../testing/fake-companies.ts'
import { accessEffect } from '../testing/fake-effects.ts'
import { user, userHandlers } from '../testing/fake-users.ts'
import { openPortal } from '../testing/portal.tsx'
import {
  button,
  choose,
  confirmIdentity,
  expectGone,
  expectToFit,
  expectVisible,
  field,
  heading,
  proofDialog,
  save,
} from '../testing/screen.ts'

const alfa = company({ id: 21, name: 'Operadora Alfa' })
const module = { id: 7, name: 'Disputas', Service: { id: 5, name: 'Portnumber' } }
const jussara = user({ id: 71, name: 'Jussara Lima', companies: [alfa] })
const found = { id: 71, name: jussara.name, email: jussara.email, suspended: false }
const person = { ...found, status: 1 as const }
const names = new Map([
  [1, 'Administrador'],
  [31, 'Analista'],
  [32, 'Gestor'],
])
// Days may be at most ten years ahead.
const year = new Date().getFullYear() + 2
const ended = { end_date: '2020-01-01T02:59:59.999Z', reason: 'Projeto Aurora' }
const later = {
  begin_date: `${year}-01-02T03:00:00.000Z`,
  end_date: `${year + 1}-01-01T02:59:59.999Z`,
}

/**
 * Opens a screen of a user who holds these profiles with these periods. Returns the bodies that are sent. `term` is the
 * maximum term of profile 31, in days.
 */
function open(path: string, held: Readonly<Record<number, object>>, term: number | null = null) {
  const sent: (readonly GivenUserProfile[])[] = []
  openPortal(path, {
    ...userHandlers([jussara], [alfa]),
    userProfileOffers: () => ({
      user: person,
      companies: [{ ...alfa, spids: [] }],
      profiles: [...names].map(([id, name]) => ({
        id,
        name,
        master_profile: false,
        assignment_days_max: id === 31 ? term : null,
        module: { ...module, is_enable_spid: false },
        company_id: [alfa.id],
      })),
      seats: [],
    }),
    userProfileGet: () => ({
      user: person,
      user_profiles: Object.entries(held).map(([id, period]) => ({
        user_id: 71,
        profile_id: Number(id),
        company_id: alfa.id,
        spid: null,
        profile: { id: Number(id), name: names.get(Number(id)) ?? '', status: 1 as const, module },
        company: { ...alfa, active: true },
        created_at: '2019-03-12T12:00:00.000Z',
        granted_by: 'Célia Prado',
        last_used_at: null,
        unused: false,
        begin_date: null,
        end_date: null,
        reason: null,
        suspended_at: null,
        days_max: Number(id) === 31 ? term : null,
        ...period,
      })),
    }),
    accessEffectForesee: () => accessEffect(0),
    userProfileAdd({ body }) {
      sent.push(body)
      return { taken: [], given: [] }
    },
  })
  return sent
}

const pair = `Sem SPID - ${alfa.name} - ${maskCnpj(alfa.document)}`
const row = { user_id: 71, company_id: 21, spid: null }
const dialog = page.getByRole('dialog', { name: /^Prazo d/ })
const table = page.getByRole('table', { name: 'Perfis' })

test('what is given gets the period, and the confirmation says when access begins', async () => {
  const sent = open('/user-edit-profile?id=71', {})
  await expectVisible(field('Válido até'))
  await choose('Empresas e SPIDs de Analista - Portnumber - Disputas', pair)
  await userEvent.keyboard('{Escape}')
  await field('Válido a partir de').fill(`${year}-01-02`)
  await field('Válido até').fill(`${year}-01-01`)
  await field('Motivo').fill('Férias da Ana')
  await save()
  await expectVisible(page.getByText('Data de início não pode ser maior que a data de fim'))
  await expect.element(field('Válido a partir de')).toHaveFocus()
  await field('Válido até').fill(`${year}-12-31`)
  await expectAccessible()
  await save()
  await expect.element(proofDialog).toHaveTextContent(`O acesso só começa em 02/01/${year}.`)
  await confirmIdentity()
  const days = { begin_date: `${year}-01-02`, end_date: `${year}-12-31`, reason: 'Férias da Ana' }
  await expect.poll(() => sent).toEqual([[{ ...row, profile_id: 31, ...days }]])
})

test('the administrator profile has no days', async () => {
  const sent = open('/user-edit-profile?id=71', {})
  await expectVisible(field('Válido até'))
  await choose('Empresas e SPIDs de Administrador - Portnumber - Disputas', pair)
  await expectGone(field('Válido até'))
  await expectVisible(page.getByText(/O perfil de administrador é dado sem prazo/))
  await save()
  await confirmIdentity()
  await expect.poll(() => sent).toEqual([[{ ...row, profile_id: 1 }]])
})

test('an ended assignment is no access, and both are prolonged with one confirmation', async () => {
  await page.viewport(360, 740)
  const sent = open('/user-edit-profile?id=71', { 31: ended, 32: later })
  await expectVisible(heading('Perfis do usuário'))
  await expectVisible(page.getByRole('heading', { name: 'Perfis com prazo terminado' }))
  await expect.element(table).toHaveTextContent(/terminou em 31\/12\/2019.*não dá acesso/)
  await expect.element(table).toHaveTextContent(`a partir de 02/01/${year} · até 31/12/${year}`)
  await expectToFit(360)
  await button('Prorrogar (2 com prazo)').click()
  await expectVisible(dialog)
  await dialog.getByRole('button', { name: 'Salvar prazo' }).click()
  await expectVisible(dialog.getByText(/Informe até quando vale/))
  await dialog.getByLabelText('Sem data de fim').click()
  await dialog.getByRole('button', { name: 'Salvar prazo' }).click()
  await expect.element(proofDialog).toHaveTextContent('terminou em 31/12/2019')
  await confirmIdentity()
  await expect
    .poll(() => sent.map((body) => body.toSorted((a, b) => a.profile_id - b.profile_id)))
    .toEqual([
      [
        { ...row, profile_id: 31, reason: 'Projeto Aurora' },
        { ...row, profile_id: 32, begin_date: `${year}-01-02` },
      ],
    ])
  await expectGone(dialog)
})

test('the record shows period, reason and giver, and prolongs what has ended', async () => {
  const sent = open('/user-edit?id=71&tab=access', { 31: ended, 32: later })
  const item = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  for (const text of [
    'terminou em 31/12/2019',
    'não dá acesso',
    'Célia Prado',
    'Motivo: Projeto Aurora',
  ])
    await expect.element(item('Analista')).toHaveTextContent(text)
  await expect.element(item('Gestor')).toHaveTextContent(`até 31/12/${year}`)
  await expectGone(button('Prorrogar Gestor'))
  await expectAccessible()
  await button('Prorrogar Analista').click()
  await dialog.getByLabelText('Válido até').fill(`${year}-12-31`)
  await dialog.getByRole('button', { name: 'Salvar prazo' }).click()
  await confirmIdentity()
  const period = { end_date: `${year}-12-31`, reason: 'Projeto Aurora' }
  await expect.poll(() => sent).toEqual([[{ ...row, profile_id: 31, ...period }]])
})

test('the longest reason leaves the columns of the record their widths', async () => {
  open('/user-edit?id=71&tab=access', {
    31: { ...later, reason: 'Substitui a coordenadora. '.repeat(8).slice(0, 200).trim() },
  })
  const name = page.getByRole('listitem').getByText('Analista')
  await expectVisible(name)
  expect(name.element().getBoundingClientRect().width).toBeGreaterThan(120)
})

test('a maximum term is named, fills in the last end, and moves with the begin', async () => {
  const sent = open('/user-edit-profile?id=71', {}, 90)
  const end = field('Válido até')
  const inDays = (days: number) => dayAfter(dayOf(new Date()), days)
  const note = (last: string) => `Até ${shownDay(last)}. O prazo máximo é de 90 dias.`
  await expectVisible(end)
  await choose('Empresas e SPIDs de Gestor - Portnumber - Disputas', pair)
  await userEvent.keyboard('{Escape}')
  await expect.element(end).toHaveValue('')
  await choose('Empresas e SPIDs de Analista - Portnumber - Disputas', pair)
  await userEvent.keyboard('{Escape}')
  await expect.element(end).toHaveValue(inDays(89))
  await expect.element(end).toHaveAttribute('max', inDays(89))
  await expectGone(page.getByText(/Prazo e motivo \(opcional\)|não terminam/))
  await expect.element(end).toHaveAccessibleDescription(note(inDays(89)))
  await field('Válido a partir de').fill(inDays(5))
  await expect.element(end).toHaveValue(inDays(94))
  await field('Válido a partir de').fill('')
  for (const wrong of ['', inDays(90)]) {
    await end.fill(wrong)
    await save()
    await expectVisible(page.getByText(`Informe uma data de fim até ${shownDay(inDays(89))}.`))
  }
  await end.fill(inDays(10))
  await choose('Empresas e SPIDs de Analista - Portnumber - Disputas', pair)
  await userEvent.keyboard('{Escape}')
  await expectGone(page.getByText(/O prazo máximo é/))
  await expect.element(end).toHaveValue(inDays(10))
  await save()
  await confirmIdentity()
  await expect.poll(() => sent).toEqual([[{ ...row, profile_id: 32, end_date: inDays(10) }]])
})

test('with a maximum term, an ended assignment is prolonged to its last day and cannot be endless', async () => {
  const sent = open('/user-edit?id=71&tab=access', { 31: ended }, 1)
  await button('Prorrogar Analista').click()
  await expectVisible(dialog.getByText(/O prazo máximo é de 1 dia\./))
  const today = dayOf(new Date())
  await expect.element(dialog.getByLabelText('Válido até')).toHaveValue(today)
  await expectGone(dialog.getByLabelText('Sem data de fim'))
  await dialog.getByRole('button', { name: 'Salvar prazo' }).click()
  await confirmIdentity()
  const period = { end_date: today, reason: 'Projeto Aurora' }
  await expect.poll(() => sent).toEqual([[{ ...row, profile_id: 31, ...period }]])
})

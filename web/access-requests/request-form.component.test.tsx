/** List and record of requests for access, for those who decide them, with a fake server. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AccessRequestDetails } from '../../contract/access-requests.ts'
import { administratorProfileId } from '../../contract/constants.ts'
import { dayAfter, dayOf } from '../../contract/days.ts'
import { shownDay } from '../../contract/shown.ts'
import { expectAccessible } from '../testing/accessibility.ts'
import { refuse } from '../testing/fake-api.ts'
import { accessRequest, decisionHandlers } from '../testing/fake-requests.ts'
import { openPortal } from '../testing/portal.tsx'
import {
  button,
  confirmIdentity,
  expectCrumbs,
  expectGone,
  expectPath,
  expectTexts,
  expectToFit,
  expectVisible,
  heading,
  place,
  proofDialog,
  row,
  rows,
  toast,
} from '../testing/screen.ts'
import { administrator, viewer } from '../testing/signed-in.ts'

const decision = page.getByRole('region', { name: 'Decisão' })
const lacks = page.getByRole('region', { name: 'O que falta' })
const profile = (name: string) => decision.getByRole('radio', { name: new RegExp(name) })
const end = decision.getByLabelText('Válido até')

/** Opens a request as an administrator. Returns the bodies of decisions. */
function openRequest(changes: Partial<AccessRequestDetails> = {}) {
  const sent: object[] = []
  const requests = [accessRequest(changes)]
  const portal = openPortal('/request-form?id=3', decisionHandlers(requests, sent))
  return { sent, requests, portal }
}

test('approves a request with the chosen profile, and the confirmation names everything', async () => {
  const { sent } = openRequest({ end_date: '2999-12-31' })
  await expectVisible(heading('Pedido de acesso'))
  await expectCrumbs(['Pedidos de acesso', 'Pedido'])
  await expectVisible(lacks.getByText('A pessoa não tem perfil deste módulo nesta empresa.'))
  await expect.element(lacks).toHaveTextContent('7 de 10 em uso, 3 livres. Aprovar usa uma.')
  await expectVisible(decision.getByText('3 colegas têm'))
  await expectAccessible()
  await expect.element(end).toHaveValue('2999-12-31')
  await button('Aprovar').click()
  await expectVisible(decision.getByText('Escolha o perfil.'))
  await profile('Analista').click()
  await end.fill('')
  await button('Aprovar').click()
  const late = 'O pedido é até 31/12/2999: informe uma data de fim até esse dia.'
  await expectVisible(decision.getByText(late))
  const last = dayAfter(dayOf(new Date()), 60)
  await end.fill(last)
  await button('Aprovar').click()
  await expectVisible(proofDialog.getByText('Aprovar o pedido de acesso de Bruno Costa'))
  const changes = proofDialog.getByRole('list', { name: 'O que muda' })
  for (const text of [
    'Bruno Costa (bruno@alfa.example)',
    'Alfa Telecom',
    'Analista - Disputas',
    `até ${shownDay(last)}`,
  ])
    await expectVisible(changes.getByText(text, { exact: true }))
  await confirmIdentity()
  await expectVisible(toast('Pedido aprovado.'))
  await expectPath('/request-list')
  const person = { version: 1, requester_id: 30, company_id: 11 }
  expect(sent).toEqual([{ ...person, profile_id: 300, spids: [], end_date: last }])
})

test('the only profile is chosen, the end is that of the maximum term, and SPIDs can be reduced', async () => {
  const { sent } = openRequest({
    profiles: [
      { id: 300, name: 'Analista', master_profile: false, holders: 0, assignment_days_max: 10 },
    ],
    spids: [
      { spid: '8101', description: 'Telefonia fixa' },
      { spid: '8102', description: '' },
    ],
  })
  await expect.element(profile('Analista')).toBeChecked()
  await expect.element(end).toHaveValue(dayAfter(dayOf(new Date()), 9))
  await decision.getByLabelText('Todos os SPIDs, também os futuros').click()
  await decision.getByLabelText('8101 - Telefonia fixa').click()
  await decision.getByLabelText('8102').click()
  await button('Aprovar').click()
  await expectVisible(decision.getByText('Escolha ao menos um SPID.'))
  await decision.getByLabelText('8102').click()
  await end.fill(dayAfter(dayOf(new Date()), 30))
  await button('Aprovar').click()
  await expectVisible(decision.getByText(/O prazo máximo é de 10 dias\.$/))
  await end.fill(dayOf(new Date()))
  await button('Aprovar').click()
  await confirmIdentity()
  await expectPath('/request-list')
  expect(sent).toMatchObject([{ profile_id: 300, spids: ['8102'] }])
})

test('the administrator profile takes no end, although the company has a maximum term', async () => {
  const { sent } = openRequest({
    assignment_days_max: 30,
    profiles: [
      {
        id: administratorProfileId,
        name: 'Administrador',
        master_profile: false,
        holders: 1,
        assignment_days_max: 10,
      },
    ],
  })
  await expectVisible(decision.getByText('Sem data, o acesso não termina.'))
  await expect.element(end).toHaveValue('')
  await button('Aprovar').click()
  await confirmIdentity()
  await expectPath('/request-list')
  expect(sent).toEqual([
    { version: 1, requester_id: 30, company_id: 11, profile_id: administratorProfileId, spids: [] },
  ])
})

test('a master profile is announced before the confirmation', async () => {
  openRequest({
    profiles: [
      { id: 2, name: 'Master', master_profile: true, holders: 1, assignment_days_max: null },
    ],
  })
  await button('Aprovar').click()
  await expectVisible(proofDialog.getByText(/a pessoa passa a administrar a empresa/))
})

test('refuses a request with a sentence', async () => {
  const { sent } = openRequest()
  await button('Recusar').click()
  const dialog = page.getByRole('dialog', { name: 'Recusar o pedido' })
  await button('Recusar pedido').click()
  await expectVisible(dialog.getByText('Escreva a resposta para a pessoa.'))
  await expectAccessible()
  await dialog.getByLabelText(/Resposta para Bruno Costa/).fill('Peça ao seu gestor.')
  await button('Recusar pedido').click()
  await expectVisible(toast('Pedido recusado.'))
  await expectPath('/request-list')
  expect(sent).toEqual([{ version: 1, answer: 'Peça ao seu gestor.' }])
})

test('a request that somebody else decides meanwhile is shown as decided', async () => {
  const { requests, portal } = openRequest()
  await profile('Consulta').click()
  await button('Aprovar').click()
  portal.use({ accessRequestApprove: () => refuse('access-request-closed') })
  requests[0] = accessRequest({
    version: 2,
    state: 'refused',
    can_decide: false,
    awaits_me: false,
    why: null,
    profiles: [],
    answer: 'Já tem outro acesso.',
    decided_by: 'Carla Dias',
    decided_at: '2026-11-27T13:00:00.000Z',
  })
  await confirmIdentity()
  await expectVisible(
    toast('Este pedido não está mais à espera: foi decidido, retirado ou venceu.'),
  )
  await expectVisible(decision.getByText('Já tem outro acesso.'))
  await expectVisible(decision.getByText('Carla Dias'))
  await expectGone(button('Aprovar'))
})

test.each(['approval', 'refusal'])(
  'a request that changed before its %s is read again',
  async (act) => {
    const { requests, portal } = openRequest()
    await profile('Consulta').click()
    portal.use({
      accessRequestApprove: () => refuse('changed-meanwhile'),
      accessRequestRefuse: () => refuse('changed-meanwhile'),
    })
    requests[0] = accessRequest({ version: 2, reason: 'Para o plantão de janeiro.' })
    if (act === 'approval') {
      await button('Aprovar').click()
      await confirmIdentity()
    } else {
      await button('Recusar').click()
      await page.getByLabelText(/Resposta para Bruno Costa/).fill('Peça ao seu gestor.')
      await button('Recusar pedido').click()
    }
    await expectVisible(toast('Outra pessoa alterou este registro. Recarregue e tente novamente.'))
    await expectVisible(page.getByText('Para o plantão de janeiro.'))
  },
)

test('without a profile to give, only a refusal is offered', async () => {
  openRequest({ profiles: [] })
  await expectVisible(decision.getByText(/^Nenhum perfil que você pode dar/))
  await expectVisible(button('Recusar'))
  await expectGone(button('Aprovar'))
})

test('the full module is announced where the approval would need a seat', async () => {
  const { why } = accessRequest()
  if (!why) throw new Error('The request has no explanation')
  openRequest({
    why: { ...why, missing: ['no-profile', 'no-seat'], seats: { limit: 2, used: 2, free: 0 } },
  })
  await expectVisible(lacks.getByText(/Sem licença livre, o pedido não pode ser aprovado\.$/))
})

test('a reader sees the decision, and cannot decide', async () => {
  const reader = viewer(['/request-list'])
  const approved = {
    profile: { id: 300, name: 'Analista' },
    spids: ['8101'],
    begin_date: null,
    end_date: '2027-01-31',
    change_hash: 'a'.repeat(64),
  }
  const decided = accessRequest({
    state: 'approved',
    can_decide: false,
    awaits_me: false,
    why: null,
    profiles: [],
    decided_by: 'Carla Dias',
    decided_at: '2026-11-27T13:00:00.000Z',
    approved,
  })
  openPortal('/request-form?id=3', decisionHandlers([decided]), reader)
  for (const text of ['Carla Dias', 'Analista', '8101', 'até 31/01/2027'])
    await expectVisible(decision.getByText(text, { exact: true }))
  await expectGone(button('Aprovar'))
  await expectAccessible()
})

test('lists requests with filters, and leads to the decision', async () => {
  const requests = [
    accessRequest(),
    accessRequest({
      id: 4,
      requester: { id: 31, name: 'Carla Dias', email: 'carla@alfa.example' },
      state: 'refused',
      awaits_me: false,
    }),
  ]
  openPortal('/request-list', decisionHandlers(requests))
  await expectTexts(rows, ['Carla Dias', 'Bruno Costa'])
  await expect.element(row('Bruno Costa')).toHaveTextContent('Alfa Telecom')
  await expectAccessible()
  await page.getByLabelText('Decisão').selectOptions('Espera a minha decisão')
  await expectTexts(rows, ['Bruno Costa'])
  await expect.poll(place).toMatchObject({ awaits_me: '1' })
  await page.getByRole('link', { name: 'Decidir: Disputas para Bruno Costa' }).click()
  await expectVisible(heading('Pedido de acesso'))
})

test('a company sees no column of companies', async () => {
  const master = { ...administrator, profiles: [] }
  openPortal('/request-list', decisionHandlers([accessRequest()]), master)
  await expectTexts(rows, ['Bruno Costa'])
  await expect.element(row('Bruno Costa')).not.toHaveTextContent('Alfa Telecom')
})

test('is decided on a telephone by keyboard, with the longest texts', async () => {
  await page.viewport(360, 740)
  const long = 'Companhia Nacional de Telecomunicações e Serviços Integrados do Planalto Central'
  openRequest({
    requester: { id: 30, name: `Maria ${long}`, email: `${'m'.repeat(50)}@planalto.example` },
    company: { id: 11, name: long },
    reason: 'Preciso '.repeat(60).trim(),
    profiles: [
      { id: 300, name: long, master_profile: true, holders: 1234, assignment_days_max: null },
      { id: 301, name: 'W'.repeat(60), master_profile: false, holders: 0, assignment_days_max: 5 },
    ],
  })
  await expectVisible(profile(long))
  await expectToFit(360)
  ;(profile(long).element() as HTMLElement).focus()
  await userEvent.keyboard(' {ArrowDown}')
  await expect.element(profile('W{60}')).toBeChecked()
  await userEvent.keyboard('{Enter}')
  await expectVisible(proofDialog)
  await expectToFit(360)
})

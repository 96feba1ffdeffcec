import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AuditEvent } from '../../contract/audit-log.ts'
import { findCutTexts } from '../testing/cut-texts.ts'
import { openPortal } from '../testing/portal.tsx'
import { button, expectVisible, place } from '../testing/screen.ts'

const event: AuditEvent = {
  id: 901,
  happened_at: '2026-11-20T12:00:00.000Z',
  operation: 'serviceUpdate',
  event: 'service.updated',
  user: { id: 7, name: 'Ana Maria' },
  company: { id: 11, name: 'Alfa Telecom' },
  delegation: null,
  by_token: false,
  address: '203.0.113.7',
  user_agent: null,
  confirmed_by: 'password',
  record: { kind: 'service', id: '41', name: 'Voz' },
  before: { name: 'Voz' },
  after: { name: 'Voz 2' },
  withheld: false,
  erased: [],
  has_parts: false,
  part_of: null,
  request_id: 'req-77',
}

test('shows changes first, everything at one press, operations in groups, and ids folded', async () => {
  await page.viewport(1920, 900)
  const asked: unknown[] = []
  openPortal('/status', {
    auditList({ query }) {
      asked.push(query.only)
      return { rows: [event], names: {}, older: null, newer: null }
    },
  })
  await page
    .getByRole('navigation', { name: 'Menu principal' })
    .getByRole('link', { name: 'Auditoria' })
    .click()
  await expectVisible(page.getByRole('rowheader', { name: 'Ana Maria' }))
  expect(place()).toEqual({ only: 'changes' })
  expect(new Set(asked)).toEqual(new Set(['changes']))

  await button('Detalhes: Atualização de serviço, 20/11/2026 09:00:00').click()
  const details = page.getByRole('dialog', { name: 'Atualização de serviço' })
  await expectVisible(details.getByText('Identidade confirmada por'))
  await expect.element(details.getByText('req-77')).not.toBeVisible()
  await details.getByText('Dados técnicos').click()
  await expectVisible(details.getByText('req-77'))
  await details.getByRole('button', { name: 'Fechar' }).click()

  await button('Mais filtros').click()
  await page.getByRole('combobox', { name: 'Operação' }).click()
  const groups = () =>
    [...document.querySelectorAll('.mantine-Select-groupLabel')].map((label) => label.textContent)
  await expect
    .poll(groups)
    .toEqual([
      'Empresas',
      'Usuários',
      'Perfis',
      'Planos',
      'Serviços e módulos',
      'Funções e ações',
      'Login e senhas',
      'Importações e exportações',
      'Dados pessoais',
      'Sistema',
    ])
  await userEvent.keyboard('{Escape}')
  await button('Ver resultados').click()
  await page
    .getByRole('combobox', { name: 'Mostrar' })
    .selectOptions('Tudo, com acessos e leituras')
  await expect.poll(place).toEqual({})
  await expect.poll(() => asked.at(-1)).toBeUndefined()
})

test('without any change, everything is offered', async () => {
  openPortal('/audit-list?only=changes', {
    auditList: ({ query }) => ({
      rows: query.only === undefined ? [event] : [],
      names: {},
      older: null,
      newer: null,
    }),
  })
  await expectVisible(page.getByText('Ainda não há mudanças para mostrar.'))
  await button('Ver toda a auditoria').click()
  await expectVisible(page.getByRole('rowheader', { name: 'Ana Maria' }))
  expect(place()).toEqual({})
})

test('a signed event names the passkey, or says that the signature was erased', async () => {
  await page.viewport(1920, 900)
  const signed: AuditEvent = {
    ...event,
    operation: 'userLocalValidatePasskey',
    confirmed_by: null,
    before: null,
    after: { passkey: 'Celular da Ana', operations: ['POST /service'] },
    signed: { statement: '{}' },
  }
  const { signed: _, ...unsigned } = signed
  const erased = { ...unsigned, id: 902, after: null, erased: ['signed', 'after'] }
  openPortal('/audit-list', {
    auditList: () => ({ rows: [signed, erased], names: {}, older: null, newer: null }),
  })
  const rows = page.getByRole('row')
  await expectVisible(rows.nth(1).getByText('Assinado com a chave de acesso Celular da Ana'))
  await expectVisible(rows.nth(2).getByText('Assinatura apagada'))
})

test('opens the details of an event by a click on its row', async () => {
  await page.viewport(1280, 640)
  openPortal('/audit-list', {
    auditList: () => ({ rows: [event], names: {}, older: null, newer: null }),
  })
  await page.getByRole('rowheader', { name: 'Ana Maria' }).click()
  await expectVisible(page.getByRole('dialog', { name: 'Atualização de serviço' }))
  await userEvent.keyboard('{Escape}')
  await expect
    .element(button('Detalhes: Atualização de serviço, 20/11/2026 09:00:00'))
    .toHaveFocus()
})

test('at 1024 px the time of an event stays a column, and the bar keeps its first filter', async () => {
  await page.viewport(1024, 768)
  openPortal('/audit-list', {
    auditList: () => ({ rows: [event], names: {}, older: null, newer: null }),
  })
  await expectVisible(page.getByRole('rowheader', { name: 'Ana Maria' }))
  await expectVisible(page.getByRole('columnheader', { name: 'Quando' }))
  await expectVisible(page.getByRole('combobox', { name: 'Mostrar' }))
})

test.each([360, 720, 1024, 1280, 1440])(
  'at %i px the filters beside each other show their whole text',
  async (width) => {
    await page.viewport(width, 768)
    openPortal('/audit-list', {
      auditList: () => ({ rows: [event], names: {}, older: null, newer: null }),
    })
    await expectVisible(page.getByText('Ana Maria').first())
    await expect.poll(findCutTexts).toEqual([])
  },
)

test('the menu of the export stays open when the rows arrive', async () => {
  const rows = Promise.withResolvers<void>()
  openPortal('/audit-list', {
    async auditList() {
      await rows.promise
      return { rows: [event], names: {}, older: null, newer: null }
    },
  })
  await button('Exportar').click()
  const format = page.getByRole('menuitem', { name: 'CSV, para planilhas' })
  await expectVisible(format)
  rows.resolve()
  await expectVisible(page.getByRole('rowheader', { name: 'Ana Maria' }))
  await expectVisible(format)
})

test('the e-mail of a new user leads to the user', async () => {
  const created: AuditEvent = {
    ...event,
    operation: 'userCreate',
    event: 'user.created',
    record: { kind: 'email', id: 'ana@alfa.example', name: null },
  }
  openPortal('/audit-list', {
    auditList: () => ({ rows: [created], names: {}, older: null, newer: null }),
  })
  await expect
    .element(page.getByRole('link', { name: 'E-mail ana@alfa.example' }))
    .toHaveAttribute('href', '/user-list?email=ana%40alfa.example')
})

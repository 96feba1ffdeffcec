import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../testing/accessibility.ts'
import type { Handlers } from '../testing/fake-api.ts'
import { company, companyHandlers, holders, type Company } from '../testing/fake-companies.ts'
import { openPortal } from '../testing/portal.tsx'
import {
  alert,
  answer,
  button,
  confirmIdentity,
  expectGone,
  expectPath,
  expectTexts,
  expectVisible,
  field,
  proofDialog,
  save,
  toast,
} from '../testing/screen.ts'

const modal = page.getByRole('dialog', { name: 'Gerenciamento de SPID' })
const spid = (number: number) => modal.getByRole('group', { name: `SPID ${number}`, exact: true })
const spidField = (number: number) =>
  spid(number).getByRole('textbox', { name: 'SPID', exact: true })
const description = (number: number) => spid(number).getByLabelText('Descrição')
const addSpid = () => modal.getByRole('button', { name: 'Adicionar SPID' }).click()
const saveSpids = () => modal.getByRole('button', { name: 'Salvar' }).click()

const withSpids = (...spids: string[]) =>
  company({
    id: 21,
    name: 'Operadora Alfa',
    spids: spids.map((each) => ({ spid: each, description: `SPID ${each}` })),
  })

/** Opens the SPID modal of a stored or of a new company. */
async function manage(path: string, stored: Company[] = [], handlers: Handlers = {}) {
  const fake = openPortal(path, { ...companyHandlers(stored), ...handlers })
  await button('Gerenciar SPID').click()
  await expectVisible(modal)
  return fake
}

/** The audit log does not contain the save. */
const noSaves: Handlers = {
  auditList: () => ({ rows: [], names: {}, older: null, newer: null }),
}

test('SPIDs of a new company are validated, and saved with it', async () => {
  const stored: Company[] = []
  await manage('/company-form', stored)
  await saveSpids()
  await expect
    .element(spidField(1))
    .toHaveAccessibleDescription('Preencha o campo vazio ou exclua o mesmo')
  await addSpid()
  await expect.element(spidField(1)).toHaveAccessibleDescription('Preencha o campo anterior')
  await expect.element(spidField(1)).toHaveFocus()
  await spid(1).getByRole('button', { name: 'Excluir o SPID 1' }).click()
  await expectVisible(toast('SPID removido'))
  await expect.element(modal.getByRole('button', { name: 'Adicionar SPID' })).toHaveFocus()
  await saveSpids()
  await expectVisible(alert('Preencha ao menos um SPID'))
  await addSpid()
  await expect.element(spidField(1)).toHaveAttribute('maxlength', '30')
  await expect.element(description(1)).toHaveAttribute('maxlength', '100')
  await spidField(1).fill('voz')
  await addSpid()
  await spidField(2).fill('VOZ')
  await addSpid()
  await expect.element(spidField(2)).toHaveAccessibleDescription('SPID duplicado')
  await expectAccessible()
  for (let number = 2; number <= 8; number += 1) {
    if (number > 2) await addSpid()
    await expect.element(spidField(number)).toHaveFocus()
    await spidField(number).fill(`710${number}`)
  }
  await addSpid()
  await expectVisible(alert('Número máximo de SPIDs atingido'))
  await expectGone(spid(9))
  for (let number = 8; number > 2; number -= 1)
    await modal.getByRole('button', { name: `Excluir o SPID 710${number}` }).click()
  await description(1).fill('Voz fixa')
  await saveSpids()
  await expectVisible(toast('SPIDs salvos com sucesso'))
  await expectGone(modal)
  await expect.element(button('Gerenciar SPID')).toHaveFocus()
  await expectTexts(page.getByRole('region', { name: 'SPIDs' }).getByRole('listitem'), [
    'vozVoz fixa',
    '7102',
  ])
  await field('Nome').fill('Operadora Nova')
  await field('CNPJ').fill('11.222.333/0001-81')
  await field('Email').fill('a@b.example')
  await save()
  await confirmIdentity()
  await expectVisible(toast('Empresa cadastrada'))
  expect(stored[0]?.spids).toEqual([
    { spid: 'voz', description: 'Voz fixa' },
    { spid: '7102', description: '' },
  ])
})

test('added SPIDs are marked and scrolled into view, and a note leads to the people of the company', async () => {
  await page.viewport(1280, 480)
  await manage('/company-form?id=21', [withSpids('61')])
  await addSpid()
  await spidField(2).fill('62')
  await saveSpids()
  await confirmIdentity()
  await expectGone(modal)
  const items = page.getByRole('region', { name: 'SPIDs' }).getByRole('listitem')
  await expectTexts(items, ['61SPID 61', '62Novo'])
  await expect.element(items.nth(1)).toBeInViewport()
  const note = page.getByRole('region', { name: 'Próximo passo' })
  await expect.element(note).toHaveTextContent('Recém-criado: 62.')
  await expectAccessible()
  await note.getByRole('button', { name: 'Agora não' }).click()
  await expectGone(note)
  await expectTexts(items, ['61SPID 61', '62'])
  await button('Gerenciar SPID').click()
  await addSpid()
  await spidField(3).fill('63')
  await addSpid()
  await spidField(4).fill('64')
  await saveSpids()
  await confirmIdentity()
  await expectTexts(items, ['61SPID 61', '62', '63Novo', '64Novo'])
  await expect.element(note).toHaveTextContent('Recém-criados: 63, 64.')
  await note.getByRole('link', { name: 'Ver pessoas' }).click()
  await expectVisible(page.getByRole('region', { name: 'Pessoas' }))
})

test('asks before unsaved SPIDs are discarded', async () => {
  await manage('/company-form')
  await spidField(1).fill('71')
  await userEvent.keyboard('{Escape}')
  await answer('Deseja realmente cancelar a operação?', false)
  await expectVisible(modal)
  await modal.getByRole('button', { name: 'Cancelar' }).click()
  await answer('Deseja realmente cancelar a operação?', true)
  await expectGone(modal)
  await expectVisible(page.getByText('A empresa não tem SPIDs.'))
  await expect.element(button('Gerenciar SPID')).toHaveFocus()
})

test("an update is saved separately, keeps the form's input, and updates the form's version", async () => {
  const stored = [withSpids('61')]
  await manage('/company-form?id=21', stored)
  await modal.getByRole('button', { name: 'Fechar' }).first().click()
  await expectGone(modal)
  await field('Nome').fill('Digitada antes')
  await button('Gerenciar SPID').click()
  await addSpid()
  await spidField(2).fill('62')
  await saveSpids()
  await expect.element(proofDialog).toHaveTextContent('+1 SPID: 62')
  // A dialog handles keys only after it has taken the focus.
  await expect.element(proofDialog.getByLabelText('Senha', { exact: true })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expectGone(proofDialog)
  await expectVisible(modal)
  await saveSpids()
  await confirmIdentity()
  await expectVisible(toast('SPIDs salvos com sucesso'))
  await expectGone(modal)
  expect(stored[0]).toMatchObject({ name: 'Operadora Alfa', version: 2 })
  await expect.element(field('Nome')).toHaveValue('Digitada antes')
  await save()
  await confirmIdentity()
  await expectVisible(toast('Empresa atualizada'))
  await expectPath('/company-list')
  expect(stored[0]).toMatchObject({ name: 'Digitada antes', version: 3 })
  expect(stored[0]?.spids.map((each) => each.spid)).toEqual(['61', '62'])
})

test('shows which users hold profiles for a SPID before it is removed', async () => {
  const stored = [withSpids('51', '52')]
  const fake = await manage('/company-form?id=21', stored)
  const one = { total: 1, more: false }
  const held = { people: one, user_profiles: one, names: ['Bia Souza'], profiles: ['Operador'] }
  fake.use({
    companyHolders: () =>
      holders({
        spids: [
          { spid: '51', ...held },
          { spid: '52', ...held, names: ['Caio Lima'] },
        ],
      }),
  })
  await modal.getByRole('button', { name: 'Excluir o SPID 51' }).click()
  await saveSpids()
  const question = 'Deseja remover este SPID?'
  const dialog = page.getByRole('dialog', { name: question })
  await expect
    .element(dialog)
    .toHaveTextContent('SPID 51: 1 pessoa perde 1 perfil (Operador): Bia Souza.')
  await expect.element(dialog).not.toHaveTextContent('Caio Lima')
  await answer(question, false)
  await saveSpids()
  await confirmIdentity(question)
  await expectVisible(toast('SPIDs salvos com sucesso'))
  expect(stored[0]?.spids.map((each) => each.spid)).toEqual(['52'])
})

test('keeps the typed SPIDs after another save of the company', async () => {
  const stored = [withSpids('41')]
  await manage('/company-form?id=21', stored, noSaves)
  await description(1).fill('Da segunda')
  Object.assign(stored[0] ?? {}, { email: 'outro@operadora.example', version: 2 })
  await saveSpids()
  await confirmIdentity()
  const conflict = alert(/^Outra pessoa salvou/)
  await expect.element(conflict).toHaveTextContent('O que mudou não está neste formulário')
  await conflict.getByRole('button', { name: 'Manter as duas' }).click()
  await expectGone(conflict)
  await expect.element(description(1)).toHaveValue('Da segunda')
  await saveSpids()
  await confirmIdentity()
  await expectVisible(toast('SPIDs salvos com sucesso'))
  expect(stored[0]).toMatchObject({ email: 'outro@operadora.example', version: 3 })
})

test('says which SPIDs another user saved, and takes them on request', async () => {
  const stored = [withSpids('41')]
  await manage('/company-form?id=21', stored, noSaves)
  await description(1).fill('Da segunda')
  const theirs = { spid: '77', description: 'De outra pessoa' }
  Object.assign(stored[0] ?? {}, { spids: [theirs], version: 2 })
  await saveSpids()
  await confirmIdentity()
  const conflict = alert(/^Outra pessoa salvou/)
  await expect.element(conflict).toHaveTextContent('77')
  await expect.element(description(1)).toHaveValue('Da segunda')
  await conflict.getByRole('button', { name: 'Ficar com a dela' }).click()
  await expect.element(description(1)).toHaveValue('De outra pessoa')
})

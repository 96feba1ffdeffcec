import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { disconnect } from '../testing/fake-api.ts'
import { company } from '../testing/fake-companies.ts'
import { accessEffect } from '../testing/fake-effects.ts'
import { user, userHandlers, type FakeUser } from '../testing/fake-users.ts'
import { follow, openPortal } from '../testing/portal.tsx'
import {
  act,
  answer,
  button,
  choose,
  confirmIdentity,
  expectCount,
  expectCrumbs,
  expectGone,
  expectMoreActs,
  expectPath,
  expectTexts,
  expectVisible,
  field,
  focus,
  heading,
  moreActs,
  place,
  proofDialog,
  row,
  save,
  tabs,
  tabTo,
  toast,
} from '../testing/screen.ts'
import { administrator, viewer } from '../testing/signed-in.ts'

const blockQuestion = 'Deseja mesmo bloquear o usuário selecionado?'
const unblockQuestion = 'Deseja mesmo desbloquear o usuário selecionado?'
const deleteQuestion = 'Deseja realmente excluir este usuário?'
const saved = 'Usuário atualizado com sucesso!'
/** Actions in the menu 'Mais'. 'Perfis' and the action before it are visible beside the name. */
const removing = ['Bloquear usuário', 'Excluir usuário']
const bound = page.getByRole('combobox', { name: 'Empresa de vínculo' })

const alfa = company({ id: 21, name: 'Operadora Alfa' })
const beta = company({ id: 22, name: 'Operadora Beta' })
const gama = company({ id: 23, name: 'Operadora Gama' })

/** A user of the companies Alfa and Beta. */
const jussara = (values: Partial<FakeUser> = {}): FakeUser =>
  user({ id: 71, name: 'Jussara Lima', companies: [alfa, beta], ...values })

/** Opens a path with these users. */
const open = (stored: FakeUser[], path = '/user-edit?id=71', userData = administrator) =>
  openPortal(path, userHandlers(stored, [alfa, beta, gama]), userData)

const inMenu = new Set([...removing, 'Resetar senha', 'Desvincular da empresa'])

async function toggleCompany(name: string): Promise<void> {
  await choose('Empresas', name)
  await userEvent.keyboard('{Escape}')
}

async function bindTo(name: string): Promise<void> {
  await bound.click()
  await page.getByRole('option', { name, exact: true }).click()
}

/**
 * Presses a button or chooses an action in 'Mais', answers 'Sim' to the question if there is one, and confirms the
 * identity.
 */
async function doConfirmed(name: string, question?: string): Promise<void> {
  if (inMenu.has(name)) await act(name)
  else await button(name).click()
  await confirmIdentity(question)
}

async function saveConfirmed(): Promise<void> {
  await save()
  await confirmIdentity()
  await expectVisible(toast(saved))
  await expectPath('/user-list')
}

test('chosen companies show their names in one line', async () => {
  open([jussara()])
  await expect
    .poll(() =>
      [...document.querySelectorAll('.mantine-Pill-label')].map((label) => ({
        name: label.textContent,
        oneLine: label.clientHeight < 24,
      })),
    )
    .toEqual([
      { name: alfa.name, oneLine: true },
      { name: beta.name, oneLine: true },
    ])
})

test('name, phone, code and companies are saved with one identity confirmation that lists them', async () => {
  const stored = jussara()
  const fake = open([stored])
  await expectVisible(heading('Edição de usuário'))
  await expectCrumbs(['Usuários', 'Jussara Lima'])
  await expect.element(field('E-mail')).toHaveValue(stored.email)
  await expect.element(field('E-mail')).toHaveAttribute('readonly', '')
  await field('Nome').fill('Jussara de Sá')
  await field('Telefone').fill('+351 912 345 678')
  await expect.element(field('Telefone')).toHaveValue('351912345678')
  await field('Código').fill('X9')
  await toggleCompany(gama.name)
  await toggleCompany(alfa.name)
  await save()
  for (const text of ['Jussara de Sá', '351912345678', '+1 empresa', '−1 empresa'])
    await expect.element(proofDialog).toHaveTextContent(text)
  await expect.element(proofDialog).toHaveTextContent('o usuário perde os perfis e as delegações')
  await confirmIdentity()
  await expectVisible(toast(saved))
  await expectPath('/user-list')
  expect(stored).toMatchObject({
    name: 'Jussara de Sá',
    phone_number: '351912345678',
    code: 'X9',
    companies: [beta, gama],
  })
  expect(fake.calls.filter((call) => call === 'userLocalValidatePassword')).toHaveLength(1)
})

test('the bound company is one of the linked ones; unlinking it clears the binding', async () => {
  const stored = jussara()
  open([stored])
  await expect.element(field('Nome')).toHaveValue('Jussara Lima')
  await toggleCompany(gama.name)
  await bound.click()
  await expectTexts(page.getByRole('option'), ['Nenhuma', alfa.name, beta.name])
  await userEvent.keyboard('{Escape}')
  await toggleCompany(gama.name)
  await bindTo(beta.name)
  await saveConfirmed()
  expect(stored.accredit_id).toBe(beta.id)

  await follow('/user-edit?id=71')
  await expect.element(bound).toHaveValue(beta.name)
  await field('Nome').fill('Jussara de Sá')
  await saveConfirmed()
  expect(stored.accredit_id).toBe(beta.id)

  await follow('/user-edit?id=71')
  await toggleCompany(beta.name)
  await expect.element(bound).toHaveValue('Nenhuma')
  await saveConfirmed()
  expect(stored).toMatchObject({ accredit_id: null, name: 'Jussara de Sá', companies: [alfa] })
})

test('an invalid field shows its error, and nothing is saved', async () => {
  const fake = open([jussara()])
  for (const [label, typed, sentence] of [
    ['Nome', '', 'Preencha o campo nome!'],
    ['Nome', 'Iracema', 'Preencha o campo nome completo!'],
    ['Telefone', '', 'Preencha o campo telefone!'],
    ['Telefone', '123456789', 'Preencha o campo telefone com um telefone válido!'],
    ['Código', 'a b', 'Preencha o campo code apenas com caracteres alfanumericos!'],
  ] as const) {
    await expect.element(field('E-mail')).toHaveValue('jussara@operadora.example')
    const right = { Nome: 'Jussara Lima', Telefone: '5541955550100', Código: '' }[label]
    await field(label).fill(typed)
    await save()
    await expect.element(field(label)).toHaveAccessibleDescription(new RegExp(sentence))
    await field(label).fill(right)
  }
  for (const name of [alfa.name, beta.name]) await toggleCompany(name)
  await save()
  await expectVisible(page.getByText('Selecione pelo menos uma empresa!'))
  await toggleCompany(alfa.name)
  await field('Nome').fill('Outro Nome')
  fake.use({ userUpdate: disconnect })
  await save()
  await confirmIdentity()
  await expectVisible(toast('Erro ao atualizar usuário!'))
  await expect.element(field('Nome')).toHaveValue('Outro Nome')
  await expectPath('/user-edit')
})

test('redirects to the list without an id, or if the user does not exist', async () => {
  open([], '/user-edit')
  await expectPath('/user-list')
  await follow('/user-edit?id=999999999')
  await expectVisible(toast('Erro ao carregar usuário!'))
  await expectPath('/user-list')
})

test('shows the buttons and fields of the state of the account', async () => {
  const stored = jussara()
  open([stored], '/user-list')
  for (const [state, ending, more, saves] of [
    [{}, [], ['Resetar senha', ...removing], true],
    [{ suspended: 1 }, ['Desbloquear usuário'], ['Excluir usuário'], true],
    [{ status: 0 }, ['Ativar usuário'], [], false],
    [{ status: 0, suspended: 1 }, ['Ativar usuário'], [], false],
    [{ federated: true }, [], removing, true],
    [{ own: true }, [], ['Resetar senha'], true],
  ] as const) {
    Object.assign(stored, jussara(), state)
    await follow('/user-edit?id=71')
    await expect.element(field('Nome')).toHaveValue('Jussara Lima')
    await expectTexts(page.getByRole('main').getByRole('button', { name: /usuário$/ }), ending)
    await expectMoreActs(more)
    await expectCount(button('Salvar'), saves ? 1 : 0)
    for (const label of ['Nome', 'E-mail', 'Telefone', 'Código'])
      await ('status' in state
        ? expect.element(field(label)).toBeDisabled()
        : expect.element(field(label)).toBeEnabled())
  }
  await expectVisible(page.getByText('Esta é a sua conta: ninguém bloqueia nem exclui a si mesmo.'))
})

test('blocks, unblocks, deletes and activates, each after question and confirmation', async () => {
  const stored = jussara()
  open([stored])
  await act('Bloquear usuário')
  await expect
    .element(page.getByRole('dialog', { name: blockQuestion }))
    .toHaveTextContent('Bloquear o usuário Jussara Lima')
  await answer(blockQuestion, false)
  expect(stored.suspended).toBe(0)
  for (const [name, question, message, state] of [
    ['Bloquear usuário', blockQuestion, 'Usuário bloqueado com sucesso!', { suspended: 1 }],
    ['Desbloquear usuário', unblockQuestion, 'Usuário desbloqueado com sucesso!', { suspended: 0 }],
    ['Excluir usuário', deleteQuestion, 'Usuário excluído com sucesso!', { status: 0 }],
    ['Ativar usuário', undefined, 'Usuário ativado com sucesso!', { status: 1 }],
  ] as const) {
    await follow('/user-edit?id=71')
    if (name === 'Ativar usuário')
      await expectVisible(
        page.getByText('Este usuário está excluído. Ative-o para voltar a alterá-lo.'),
      )
    await doConfirmed(name, question)
    await expectVisible(toast(message))
    await expectPath('/user-list')
    expect(stored).toMatchObject(state)
  }
  await follow('/user-edit?id=71')
  await doConfirmed('Resetar senha')
  await expectVisible(toast('Senha resetada com sucesso!'))
  await expectPath('/user-edit')
})

test('each failed action is reported with its message, and the screen stays', async () => {
  const stored = jussara()
  const fake = open([stored], '/user-list')
  fake.use({
    userBlock: disconnect,
    userDelete: disconnect,
    userActivate: disconnect,
    userResetPassword: disconnect,
  })
  for (const [name, question, failure, state] of [
    ['Bloquear usuário', blockQuestion, 'Erro ao bloquear usuário!', {}],
    ['Desbloquear usuário', unblockQuestion, 'Erro ao desbloquear usuário!', { suspended: 1 }],
    ['Excluir usuário', deleteQuestion, 'Erro ao desativar usuário!', {}],
    ['Ativar usuário', undefined, 'Erro ao ativar usuário!', { status: 0 }],
    ['Resetar senha', undefined, 'Erro ao resetar senha!', {}],
  ] as const) {
    Object.assign(stored, jussara(), state)
    await follow('/user-edit?id=71')
    await doConfirmed(name, question)
    await expectVisible(toast(failure))
    await expectPath('/user-edit')
    expect(place()).toEqual({ id: '71' })
  }
})

test('a refused action is reported with its reason before the identity confirmation', async () => {
  const stored = jussara()
  const fake = open([stored])
  for (const [name, failure, code, message] of [
    [
      'Bloquear usuário',
      'Erro ao bloquear usuário!',
      'user-not-active',
      'O usuário não está ativo.',
    ],
    [
      'Ativar usuário',
      'Erro ao ativar usuário!',
      'seat-limit-exceeded',
      'Limite de usuários neste plano excedido',
    ],
  ] as const) {
    fake.use({
      accessEffectForesee: () => ({ ...accessEffect(0), refused: { code, message } }),
    })
    if (inMenu.has(name)) await act(name)
    else await button(name).click()
    await expectVisible(toast(failure))
    await expectVisible(toast(message))
    await expectGone(page.getByRole('dialog'))
    stored.status = 0
    await follow('/user-edit?id=71')
  }
})

test('works by keyboard alone, from the list to the blocked user', async () => {
  open([jussara()], '/user-list')
  await focus(row('Jussara Lima').getByRole('link', { name: 'Jussara Lima', exact: true }))
  await userEvent.keyboard('{Enter}')
  await expectPath('/user-edit')
  await expectVisible(heading('Edição de usuário'))
  await tabTo(moreActs)
  await userEvent.keyboard('{Enter}')
  await expectVisible(page.getByRole('menuitem', { name: 'Bloquear usuário' }))
  await userEvent.keyboard('{End}{ArrowUp}{Enter}')
  const question = page.getByRole('dialog', { name: blockQuestion })
  await expect.element(question.getByLabelText('Senha', { exact: true })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expectGone(question)
  await expect.element(moreActs).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expectVisible(page.getByRole('menuitem', { name: 'Bloquear usuário' }))
  await userEvent.keyboard('{End}{ArrowUp}{Enter}')
  await expect.element(question.getByLabelText('Senha', { exact: true })).toHaveFocus()
  await userEvent.keyboard('Senha-da-Ana-1{Enter}')
  await expectVisible(toast('Usuário bloqueado com sucesso!'))
  await expect.element(row('Jussara Lima')).toHaveTextContent('Bloqueado')
})

/** A user of the company Alfa Telecom, the company of the session, with all actions but no administrator's profile. */
const own = company({ id: 11, name: 'Alfa Telecom' })
const master = { ...administrator, profiles: [] }

test('a master user cannot change an account that other companies share, and unlinks it by a button', async () => {
  const stored = jussara({ account_wide: false, companies: [own] })
  open([stored], '/user-edit?id=71', master)
  await expectVisible(
    page.getByText(
      'Esta pessoa também trabalha para outra empresa: só um administrador altera a conta dela.',
    ),
  )
  await expectVisible(page.getByRole('region', { name: 'Dados' }))
  await expectTexts(tabs, ['Resumo', 'Acessos', 'Histórico'])
  await expectMoreActs(['Desvincular da empresa'])
  await doConfirmed(
    'Desvincular da empresa',
    'Deseja realmente desvincular este usuário da empresa?',
  )
  await expectVisible(toast('Usuário desvinculado com sucesso!'))
  await expectPath('/user-list')
  expect(stored.companies).toEqual([])
})

test('hides the companies from a master user bound to one', async () => {
  const stored = jussara({ companies: [own] })
  const fake = open([stored], '/user-edit?id=71', {
    ...master,
    user: { ...master.user, company_id: 11 },
  })
  await expectVisible(field('Nome'))
  await expectGone(page.getByRole('combobox', { name: 'Empresas' }))
  await field('Nome').fill('Nome Novo')
  await saveConfirmed()
  expect(stored).toMatchObject({ name: 'Nome Novo', companies: [own] })
  expect(fake.calls).not.toContain('companyUserUnlink')
})

test('support sees no access explanation without companies, and no note about unavailable actions', async () => {
  const stored = jussara({
    account_wide: false,
    beyond_own: true,
    support: ['reset-password'],
    companies: [],
  })
  const why = page.getByRole('region', { name: 'Por quê?' })
  open([stored], '/user-edit?id=71&tab=security', viewer(['/user-list', '/user-edit']))
  await expectVisible(page.getByRole('region', { name: 'Sessões ativas' }))
  await expectGone(page.getByText(/^Esta pessoa/))
  await tabs.filter({ hasText: 'Acessos' }).click()
  await expectGone(page.getByRole('region', { name: 'Sessões ativas' }))
  await expectGone(why)
  Object.assign(stored, { status: 0 })
  await follow('/user-edit?id=71')
  await expectVisible(page.getByText('Este usuário está excluído.', { exact: true }))
  Object.assign(stored, { status: 1, companies: [own] })
  await follow('/user-edit?id=71&tab=access')
  await expectVisible(why)
})

test('a user who may only read sees the facts and no action', async () => {
  open([jussara()], '/user-edit?id=71', viewer(['/user-list', '/user-edit']))
  const facts = page.getByRole('region', { name: 'Dados' })
  await expect.element(facts).toHaveTextContent('Jussara Lima')
  await expectGone(field('Nome'))
  await expectGone(button('Salvar'))
  await expectMoreActs([])
})

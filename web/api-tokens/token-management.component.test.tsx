import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ApiToken } from '../../contract/api-tokens.ts'
import { dayOf, startOfDay } from '../../contract/days.ts'
import { formatInstant } from '../../contract/shown.ts'
import { expectAccessible } from '../testing/accessibility.ts'
import { disconnect, refuse } from '../testing/fake-api.ts'
import { pageBy } from '../testing/fake-list.ts'
import { follow, openPortal } from '../testing/portal.tsx'
import {
  answer,
  button,
  confirmIdentity,
  expectCount,
  expectGone,
  expectPath,
  expectTexts,
  expectToFit,
  expectVisible,
  heading,
  menu,
  noRows,
  proofDialog,
  row,
  rows,
  search,
  toast,
} from '../testing/screen.ts'
import { withScreens } from '../testing/signed-in.ts'

const activeQuestion = 'Usuário já possui um token ativo'
const uncopied = 'O token ainda não foi copiado. Deseja sair mesmo assim?'
const discard = 'Deseja realmente cancelar a operação?'
const end = page.getByLabelText('Data Fim')
const newToken = page.getByLabelText('Novo token')
const copyNow = page.getByRole('heading', {
  name: 'Copie o token agora: ele não será mostrado de novo',
})
const generate = () => button('Gerar novo token').click()
const cancel = () => button('Cancelar').click()
const dayAfter = (days: number) => dayOf(new Date(Date.now() + days * 86_400_000))
const instantAfter = (days: number) => startOfDay(dayAfter(days))?.toISOString() ?? ''
const list = { name: 'Usuários', exact: true }

const token = (id: number, values: Partial<ApiToken> = {}): ApiToken => ({
  id,
  start: `portaria_${String(id).padStart(4, '0')}`,
  company: { id: 11, name: 'Alfa Telecom' },
  created_at: `2026-01-${String(id).padStart(2, '0')}T12:00:00.000Z`,
  expiration_date: null,
  revoked: false,
  update_at: null,
  create_user: { name: 'Ana Maria' },
  update_user: null,
  new_role: false,
  state: 'active',
  last_used_at: null,
  last_used_address: null,
  ...values,
})

interface Holder {
  tokens?: ApiToken[]
  enters?: boolean
  suspended?: 0 | 1
}

/** Opens the screen with a user's tokens. The fake server applies writes to `tokens`. */
function open(
  { tokens = [], enters = true, suspended = 0 }: Holder = {},
  userData?: Parameters<typeof openPortal>[2],
) {
  const revoke = (each: ApiToken) =>
    Object.assign(each, { state: 'revoked', revoked: true, update_user: { name: 'Ana Maria' } })
  return openPortal(
    '/token-management?id=8',
    {
      userSearch: () => ({
        users: [],
        pagination: { totalRecords: 0, totalPage: 0, page: 1, take: 10, more: false },
      }),
      userGet: ({ params: { id } }) => ({
        id,
        name: id === 8 ? 'Bia Souza' : 'Caio Lima',
        email: 'bia@operadora.example',
        phone_number: null,
        code: null,
        status: 1,
        suspended,
        created_at: '2026-01-02T12:00:00.000Z',
        password_expired: false,
        state_since: null,
        update_at: '2026-01-02T12:00:00.000Z',
        company_id: null,
        accredit_id: null,
        version: 1,
        federated: false,
        last_access_at: null,
        invitation: null,
        account_wide: true,
        beyond_own: false,
        support: [],
        reset_keeps_password: true,
        own: false,
      }),
      apiTokenList: ({ query }) => ({
        ...pageBy(tokens, { ...query, sort: query.sort ?? 'created_at' }, ({ start }) => start),
        active: tokens.find(({ state }) => state === 'active') ?? null,
        enters,
      }),
      apiTokenCreate({ body: { endDate } }) {
        for (const each of tokens) if (each.state === 'active') revoke(each)
        const id = tokens.length + 1
        const expiration_date = endDate?.toISOString() ?? null
        tokens.unshift(token(id, { expiration_date }))
        return { id, token: `portaria_${String(id).padStart(49, '0')}`, expiration_date }
      },
      apiTokenRevoke({ params: { tokenId } }) {
        const found = tokens.find(({ id }) => id === tokenId)
        if (found?.state !== 'active') refuse('api-token-not-active')
        revoke(found)
        return {}
      },
    },
    userData,
  )
}

test('a token is created, shown once, replaced after a question, and revoked', async () => {
  await page.viewport(1920, 900)
  const fake = open()
  await expectVisible(heading('Tokens do usuário'))
  await expectVisible(page.getByText('Usuário: Bia Souza'))
  await expectVisible(noRows)
  await end.fill(dayAfter(30))
  await generate()
  const shownDay = formatInstant(instantAfter(30))
  await expect.element(proofDialog).toHaveTextContent('Gerar um token para Bia Souza')
  await expect.element(proofDialog).toHaveTextContent(`Ele vale até ${shownDay}.`)
  await confirmIdentity()
  await expectVisible(toast('Token gerado com sucesso!'))
  await expect.element(copyNow).toHaveFocus()
  await expect.element(newToken).toHaveValue(`portaria_${'1'.padStart(49, '0')}`)
  await expectAccessible()
  const first = row('portaria_0001…')
  for (const text of [shownDay, 'Ana Maria', 'Nunca', 'Ativo'])
    await expect.element(first).toHaveTextContent(text)

  await end.fill('')
  await generate()
  const question = page.getByRole('dialog', { name: activeQuestion })
  await expect
    .element(question)
    .toHaveTextContent(`Gerar outro revoga o token portaria_0001… (até ${shownDay}) imediatamente`)
  await answer(activeQuestion, false)
  await expectCount(rows, 1)
  await generate()
  await confirmIdentity(activeQuestion)
  await expectTexts(rows, ['portaria_0002…Novo', 'portaria_0001…'])
  await expect.element(first).toHaveTextContent('Inativo')
  await button('Revogar: portaria_0002').click()
  await confirmIdentity('Revogar token')
  await expectVisible(toast('Token revogado com sucesso!'))
  await expect.element(row('portaria_0002…')).toHaveTextContent('Inativo')
  // The pressed button and the revoked token have disappeared.
  await expect.element(heading('Tokens do usuário')).toHaveFocus()
  await expectGone(newToken)
  expect(fake.calls.filter((call) => call === 'apiTokenCreate')).toHaveLength(2)
})

test('shows at the field which expiry dates are too early', async () => {
  const fake = open({ tokens: [token(1, { expiration_date: instantAfter(20) })] })
  await expectCount(rows, 1)
  await end.fill(dayAfter(19))
  await generate()
  await expect
    .element(end)
    .toHaveAccessibleDescription(
      /A data de expiração deve ser maior que a data de expiração do token atual\./,
    )
  await expect.element(end).toHaveFocus()
  await button('Revogar: portaria_0001').click()
  await confirmIdentity('Revogar token')
  await expect.element(row('portaria_0001…')).toHaveTextContent('Inativo')
  await end.fill(dayAfter(0))
  await generate()
  await expect
    .element(end)
    .toHaveAccessibleDescription(/A data de expiração deve ser maior que a data atual\./)
  expect(fake.calls).not.toContain('apiTokenCreate')
})

test('asks before an uncopied token is left, on every way out', async () => {
  open()
  await expectVisible(noRows)
  await follow('/user-list')
  await follow('/token-management?id=8')
  await expectVisible(noRows)
  await end.click()
  await userEvent.keyboard('{Enter}')
  await confirmIdentity()
  await expect.element(copyNow).toHaveFocus()
  await userEvent.tab()
  await expect.element(newToken).toHaveFocus()
  await userEvent.tab()
  await expect.element(button('Copiar token')).toHaveFocus()
  for (const leave of [
    cancel,
    () => page.getByRole('link', list).click(),
    () => menu.getByRole('link', { name: 'Perfil', exact: true }).click(),
    () => page.getByRole('link', { name: 'SAIR' }).click(),
    () => page.getByRole('link', { name: 'ACESSE AS EMPRESAS' }).click(),
    async () => history.back(),
  ]) {
    await leave()
    await answer(uncopied, false)
    await expectVisible(newToken)
  }
  const closing = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(closing)
  expect(closing.defaultPrevented).toBe(true)
  // If a date is selected too, both questions are asked.
  await end.fill(dayAfter(3))
  await cancel()
  await answer(discard, true)
  await answer(uncopied, false)
  await end.fill('')
  await cancel()
  await answer(uncopied, true)
  await expectPath('/user-list')
})

test('asks before a selected date is discarded, and does not keep it for another user', async () => {
  open()
  await expectVisible(noRows)
  await end.fill(dayAfter(5))
  await cancel()
  await answer(discard, false)
  await expect.element(end).toHaveValue(dayAfter(5))
  await page.getByRole('link', list).click()
  await answer('Há alterações não salvas. Deseja sair sem salvar?', true)
  await expectPath('/user-list')
  await follow('/token-management?id=9')
  await expectVisible(page.getByText('Usuário: Caio Lima'))
  await expect.element(end).toHaveValue('')
  await follow('/token-management')
  await expectPath('/user-list')
})

test('shows why creation or revocation fails, and retries an unreadable history', async () => {
  const tokens = [token(1)]
  const fake = open({ tokens })
  fake.use({ apiTokenCreate: () => refuse('user-permissions-not-found') })
  await generate()
  await confirmIdentity(activeQuestion)
  await expectVisible(toast('O usuário não possui um perfil válido para gerar tokens.'))
  fake.use({ apiTokenCreate: () => refuse('api-token-beyond-own') })
  await generate()
  await confirmIdentity(activeQuestion)
  await expectVisible(toast('Ocorreu um erro ao gerar o token.'))
  await expectVisible(
    toast(
      'Este usuário pode fazer mais do que você na Gestão de Acesso. Peça o token a quem tem esses acessos.',
    ),
  )
  await button('Revogar: portaria_0001').click()
  Object.assign(tokens[0] ?? {}, { state: 'revoked', revoked: true })
  await confirmIdentity('Revogar token')
  await expectVisible(toast('Ocorreu um erro ao revogar o token.'))
  await expectVisible(toast('Este token já foi revogado ou expirou.'))
  await expectGone(page.getByRole('button', { name: /^Revogar: / }))
  fake.use({ apiTokenList: disconnect })
  await follow('/token-management?id=9')
  await expectVisible(toast('Ocorreu um erro ao buscar o histórico de tokens.'))
  await expectVisible(button('Tentar novamente'))
})

test('explains why no token can be created', async () => {
  open({ enters: false })
  await expectVisible(page.getByText(/não tem perfil válido da Gestão de Acesso em Alfa Telecom/))
  await expectVisible(page.getByText(/peça a um usuário master daquela empresa/))
  await expectGone(button('Gerar novo token'))
  await expectAccessible()
  await expect
    .element(page.getByRole('link', { name: 'Dar um perfil a este usuário' }))
    .toHaveAttribute('href', '/user-edit-profile?id=8')
})

test('explains that a blocked user has no tokens', async () => {
  open({ suspended: 1 })
  await expectVisible(page.getByText('Este usuário não está ativo'))
  await expectGone(button('Gerar novo token'))
})

test('shows no buttons to a read-only user', async () => {
  open({ tokens: [token(1)] }, withScreens(['/token-management', '/user-list']))
  await expectCount(rows, 1)
  await expectGone(button('Gerar novo token'))
  await expectGone(end)
  await expectGone(page.getByRole('button', { name: /^Revogar: / }))
  await expectVisible(button('Cancelar'))
})

test('the history shows states and last use, is searched and filtered, and fits every width', async () => {
  await page.viewport(1920, 900)
  open({
    tokens: [
      token(3, {
        last_used_at: '2026-03-04T12:00:00.000Z',
        last_used_address: '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff',
      }),
      token(2, { state: 'expired', expiration_date: '2026-02-03T03:00:00.000Z' }),
      token(1, { state: 'revoked', revoked: true, new_role: true }),
    ],
  })
  await expect.element(row('portaria_0003…')).toHaveTextContent('04/03/2026 09:00:00 2001:db8:ffff')
  await expect.element(row('portaria_0002…')).toHaveTextContent('Expirado')
  await expect.element(row('portaria_0001…')).toHaveTextContent('Novo papel do usuário')
  for (const width of [360, 720, 1024, 1440, 1920]) {
    await page.viewport(width, 900)
    await expectToFit(width)
  }
  await search.fill('0002')
  await expectTexts(rows, ['portaria_0002…'])
  await page.getByRole('combobox', { name: 'Status' }).selectOptions('Expirado')
  await expect.poll(() => location.search).toContain('state=expired')
})

test('shows form and history together, and the hint below its field', async () => {
  await page.viewport(1280, 640)
  const fake = open()
  const response = Promise.withResolvers<void>()
  fake.use({
    async apiTokenList({ query }) {
      await response.promise
      const found = pageBy([token(1)], { ...query, sort: 'created_at' }, ({ start }) => start)
      return { ...found, active: token(1), enters: true }
    },
  })
  await expectVisible(page.getByText('Usuário: Bia Souza'))
  await expectGone(end)
  response.resolve()
  await expectVisible(end)
  await expectVisible(page.getByRole('columnheader', { name: 'Data de fim' }))
  const hint = page.getByText('Opcional. O token deixa de valer no início deste dia.')
  expect(hint.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(
    end.element().getBoundingClientRect().bottom,
  )
})

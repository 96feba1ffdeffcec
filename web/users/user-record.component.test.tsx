import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { company } from '../testing/fake-companies.ts'
import { user, userHandlers, type FakeUser } from '../testing/fake-users.ts'
import { follow, openPortal } from '../testing/portal.tsx'
import {
  answer,
  button,
  confirmIdentity,
  expectGone,
  expectMoreActs,
  expectPath,
  expectTexts,
  expectToFit,
  expectVisible,
  field,
  focus,
  heading,
  place,
  save,
  tabs,
  toast,
} from '../testing/screen.ts'

const alfa = company({ id: 21, name: 'Operadora Alfa' })
const facts = page.getByRole('region', { name: 'Dados' })
const link = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
const tab = (name: string) => tabs.filter({ hasText: name })

const jussara = (values: Partial<FakeUser> = {}): FakeUser =>
  user({ id: 71, name: 'Jussara Lima', code: 'X9', companies: [alfa], ...values })

const open = (stored: FakeUser, path = '/user-edit?id=71&tab=summary') =>
  openPortal(path, {
    ...userHandlers([stored], [alfa]),
    auditList: () => ({ rows: [], names: {}, older: null, newer: null }),
  })

test('the name in a list leads to the facts, and Editar to the specified form and back', async () => {
  const stored = jussara()
  open(stored, '/user-list')
  await link('Jussara Lima').click()
  await expectVisible(heading('Edição de usuário'))
  expect(place()).toEqual({ id: '71', tab: 'summary' })
  for (const text of ['Jussara Lima', '+5541955550100', 'X9', 'Operadora Alfa', 'Ativo'])
    await expect.element(facts).toHaveTextContent(text)
  await expectGone(field('Nome'))
  await link('Editar').click()
  await expect.element(field('Nome')).toHaveFocus()
  expect(place()).toEqual({ id: '71' })
  await expectGone(link('Editar'))
  await field('Nome').fill('Jussara de Sá')
  await save()
  await confirmIdentity()
  await expectVisible(toast('Usuário atualizado com sucesso!'))
  await expect.poll(place).toEqual({ id: '71', tab: 'summary' })
  await expect.element(facts).toHaveTextContent('Jussara de Sá')
  await expect.element(tab('Resumo')).toHaveFocus()
})

test('the specified address opens the form, which cancels to the list', async () => {
  open(jussara(), '/user-edit?id=71')
  await expect.element(field('Nome')).toHaveValue('Jussara Lima')
  await button('Voltar').click()
  await expectPath('/user-list')
})

test('the breadcrumb leads back to the list with its search', async () => {
  open(jussara(), '/user-list?search=lima&order=desc')
  await link('Jussara Lima').click()
  await page
    .getByRole('navigation', { name: 'Você está em' })
    .getByRole('link', { name: 'Usuários' })
    .click()
  await expectPath('/user-list')
  expect(place()).toEqual({ search: 'lima', order: 'desc' })
})

test('tabs are links that mark the current part, also an unknown one', async () => {
  open(jussara())
  await expectTexts(tabs, ['Resumo', 'Acessos', 'Segurança', 'Histórico'])
  await expect.element(tab('Resumo')).toHaveAttribute('aria-current', 'page')
  await focus(tab('Segurança'))
  await userEvent.keyboard('{Enter}')
  await expectVisible(page.getByRole('region', { name: 'Sessões ativas' }))
  expect(place()).toEqual({ id: '71', tab: 'security' })
  await expect.element(tab('Segurança')).toHaveAttribute('aria-current', 'page')
  await expect.element(tab('Resumo')).not.toHaveAttribute('aria-current')
  await expect.element(tab('Segurança')).toHaveFocus()
  await tab('Histórico').click()
  await expectVisible(page.getByText('Este registro ainda não tem eventos na auditoria.'))
  await expect
    .element(link('Ver na Auditoria'))
    .toHaveAttribute('href', '/audit-list?record=user%3A71')
  await follow('/user-edit?id=71&tab=nada')
  await expectVisible(field('Nome'))
  await expect.element(tab('Resumo')).toHaveAttribute('aria-current', 'page')
})

test('another tab is opened only after a question if something typed would be lost', async () => {
  open(jussara(), '/user-edit?id=71')
  await field('Nome').fill('Jussara de Sá')
  await tab('Segurança').click()
  await answer('Há alterações não salvas. Deseja sair sem salvar?', false)
  await expect.element(field('Nome')).toHaveValue('Jussara de Sá')
  await tab('Segurança').click()
  await answer('Há alterações não salvas. Deseja sair sem salvar?', true)
  await expectVisible(page.getByRole('region', { name: 'Sessões ativas' }))
  await tab('Resumo').click()
  await link('Editar').click()
  await expect.element(field('Nome')).toHaveValue('Jussara Lima')
})

test('on a telephone a record has two acts and a menu in one row, and everything fits', async () => {
  await page.viewport(360, 740)
  open(jussara({ name: 'Jussara '.repeat(24).trim() }))
  await expectVisible(link('Editar'))
  const top = (of: HTMLElement | SVGElement) => of.getBoundingClientRect().top
  const [edit, profiles, more] = await Promise.all([
    link('Editar').findElement(),
    link('Perfis').findElement(),
    button('Mais ações').findElement(),
  ])
  expect([top(profiles), top(more)]).toEqual([top(edit), top(edit)])
  await expectMoreActs(['Tokens', 'Resetar senha', 'Bloquear usuário', 'Excluir usuário'])
  for (const name of ['Resumo', 'Acessos', 'Segurança', 'Histórico']) {
    await tab(name).click()
    await expect.element(tab(name)).toHaveAttribute('aria-current', 'page')
    await expectToFit(360)
  }
})

test.each([360, 720, 1280])(
  'at %i px the head of a record is as high with a name of 200 letters as with a short one',
  async (width) => {
    await page.viewport(width, 900)
    const heights = []
    for (const name of ['Jussara', 'Jussara '.repeat(25).trim()]) {
      open(jussara({ name }))
      await expectVisible(page.getByRole('paragraph').and(page.getByTitle(name, { exact: true })))
      heights.push((await tabs.first().findElement()).getBoundingClientRect().top)
    }
    expect(heights).toEqual([heights[0], heights[0]])
  },
)

test('the accesses are listed by company and module, and another profile is given with its free seats', async () => {
  const stored = jussara()
  const service = { id: 5, name: 'Portnumber' }
  const module = { id: 7, name: 'Disputas', is_enable_spid: true, Service: service }
  const row = (
    profile_id: number,
    name: string,
    spid: string | null,
    [created_at, granted_by]: [string, string | null] = ['2026-03-12T12:00:00.000Z', null],
  ) => ({
    user_id: 71,
    profile_id,
    company_id: alfa.id,
    spid,
    profile: { id: profile_id, name, status: 1 as const, module },
    company: { ...alfa, active: true },
    created_at,
    granted_by,
    last_used_at: null,
    unused: false,
    begin_date: null,
    end_date: null,
    reason: null,
    suspended_at: null,
    days_max: null,
  })
  const assigned = [
    row(31, 'Analista', '7101', ['2026-11-20T12:00:00.000Z', 'Bia Reis']),
    row(31, 'Analista', '7102', ['2026-02-10T12:00:00.000Z', 'Ana Lima']),
    row(32, 'Leitor', null),
  ]
  const sent: object[] = []
  const fake = open(stored, '/user-edit?id=71&tab=access')
  fake.use({
    userProfileGet: () => ({
      user: { id: 71, name: stored.name, email: stored.email, status: 1, suspended: false },
      user_profiles: assigned,
    }),
    userProfileOffers: () => ({
      user: { id: 71, name: stored.name, email: stored.email, status: 1, suspended: false },
      companies: [{ ...alfa, spids: [{ spid: '7101', description: 'Fixo' }] }],
      profiles: [
        {
          id: 31,
          name: 'Analista',
          master_profile: false,
          assignment_days_max: null,
          module,
          company_id: [alfa.id],
        },
        {
          id: 33,
          name: 'Gestor',
          master_profile: false,
          assignment_days_max: null,
          module,
          company_id: [alfa.id],
        },
      ],
      seats: [{ company_id: alfa.id, module_id: 7, limit: 2, used: 2, free: 0, taken: true }],
    }),
    userProfileAdd({ body }) {
      sent.push(...body)
      assigned.push(row(33, 'Gestor', '7101'))
      return { taken: [], given: [] }
    },
  })
  const items = page.getByRole('list', { name: `Perfis em ${alfa.name}` }).getByRole('listitem')
  await expect
    .element(items.nth(0))
    .toHaveTextContent(
      /Portnumber › Disputas.*Analista.*SPID 7101.*SPID 7102.*desde 10\/02\/2026.*por Ana Lima/,
    )
  await expect.element(items.nth(1)).toHaveTextContent(/Leitor.*Todos os SPIDs.*desde 12\/03\/2026/)
  const give = page.getByRole('combobox', { name: 'Dar perfil' })
  await button('Dar perfil').click()
  await expectVisible(page.getByText('Selecione ao menos um perfil.'))
  // A profile that the user already has is not offered. The user already has a seat of the module, so no free seat is
  // needed.
  await give.fill('7101')
  await expect.element(page.getByRole('option')).toHaveTextContent(/Gestor.*7101/)
  await page.getByRole('option').click()
  await userEvent.keyboard('{Escape}')
  await button('Dar perfil').click()
  await confirmIdentity()
  await expectVisible(toast('Perfis atualizados com sucesso!'))
  expect(sent).toEqual([{ user_id: 71, profile_id: 33, company_id: alfa.id, spid: '7101' }])
  await expect.element(items.nth(2)).toHaveTextContent('Gestor')
})

test('a suspended profile gives no access and is restored with one confirmation', async () => {
  const stored = jussara()
  const service = { id: 8, name: 'Portnumber' }
  const module = { id: 7, name: 'Disputas', is_enable_spid: false, Service: service }
  let suspended_at: string | null = '2026-11-20T12:00:00.000Z'
  let sent: object[] = []
  open(stored, '/user-edit?id=71&tab=access').use({
    userProfileGet: () => ({
      user: { id: 71, name: stored.name, email: stored.email, status: 1, suspended: false },
      user_profiles: [
        {
          user_id: 71,
          profile_id: 31,
          company_id: alfa.id,
          spid: null,
          profile: { id: 31, name: 'Analista', status: 1, module },
          company: { ...alfa, active: true },
          created_at: '2026-03-12T12:00:00.000Z',
          granted_by: null,
          begin_date: null,
          end_date: suspended_at && '2090-12-20T12:00:00.000Z',
          reason: null,
          suspended_at,
          days_max: null,
          last_used_at: null,
          unused: false,
        },
      ],
    }),
    userProfileAdd({ body }) {
      sent = body
      suspended_at = null
      return { taken: [], given: [] }
    },
  })
  const item = page.getByRole('list', { name: `Perfis em ${alfa.name}` }).getByRole('listitem')
  await expect.element(item).toHaveTextContent(/não dá acesso.*suspenso · termina em 20\/12\/2090/)
  await expectGone(button('Prorrogar Analista'))
  await button('Restaurar Analista').click()
  await confirmIdentity()
  await expectVisible(toast('Acesso restaurado com sucesso!'))
  expect(sent).toEqual([{ user_id: 71, profile_id: 31, company_id: alfa.id, spid: null }])
  await expectGone(button('Restaurar Analista'))
  await expect.element(item).not.toHaveTextContent('suspenso')
})

test('a blocked user says since when and by whom, in another colour than a deleted one', async () => {
  open(
    jussara({
      suspended: 1,
      state_since: { at: '2026-03-12T13:31:00.000Z', by: 'Ana Lima' },
    }),
  )
  await expectVisible(page.getByText('Bloqueado por Ana Lima em 12/03/2026 10:31:00.'))
  await expectVisible(button('Desbloquear usuário'))
  await expect.element(facts.getByText('Bloqueado')).toHaveAttribute('data-late')
})

test.each([1280, 1440])('at %i px the form of a record is as wide as its tabs', async (width) => {
  await page.viewport(width, 800)
  open(jussara(), '/user-edit?id=71')
  await expect.element(field('Nome')).toHaveValue('Jussara Lima')
  const widthOf = (of: Element | null) => of?.getBoundingClientRect().width
  const ways = page.getByRole('navigation', { name: 'Partes do registro' }).element()
  expect(widthOf(document.querySelector('form[aria-labelledby="titulo"]'))).toBe(widthOf(ways))
})

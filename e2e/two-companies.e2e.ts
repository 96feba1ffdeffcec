/** Two tabs of one browser with two companies (decision 55). Each tab acts for the company for which it was opened. */
import type { Page, Request } from '@playwright/test'
import { consoleModuleId, masterProfileId } from '../contract/constants.ts'
import { expect, test as base } from './console.ts'
import { field, fillIn } from './people-rows.ts'
import type { Portaria } from './portaria.ts'
import {
  answer,
  confirmIdentity,
  expectToFit,
  inLightAndDark,
  proofDialog,
  rows,
  save,
  message,
} from './screen.ts'
import { companies, openConsole } from './sign-in-steps.ts'
import type { Person } from './world.ts'

interface Company {
  id: number
  name: string
}

interface Master extends Person {
  /** The companies of this master user. */
  one: Company
  other: Company
}

const test = base.extend<{ master: Master }>({
  master: async ({ world }, use) => {
    const [one, other] = [await world.build.company(), await world.build.company()]
    const person = await world.master({}, one)
    await world.grantModule(person, other.id, consoleModuleId, masterProfileId)
    await use({ ...person, one, other })
  },
})

const notice = (page: Page) => page.getByRole('dialog', { name: 'A empresa mudou em outra aba' })
const stayIn = (page: Page, { name }: Company) =>
  notice(page).getByRole('button', { name: `Continuar em ${name}` })
const goTo = (page: Page, { name }: Company) =>
  notice(page).getByRole('button', { name: `Ir para ${name}` })

/** Opens the console for a company from the access page, in a new tab. */
async function openFor(page: Page, { name }: Company): Promise<Page> {
  await companies(page).getByRole('button', { name }).click()
  const console = await openConsole(page)
  await expect(console.getByRole('banner')).toContainText(name)
  return console
}

/** Opens a path in a console tab. */
async function open(console: Page, path: string, heading: string): Promise<void> {
  await console.goto(path)
  await expect(console.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
}

async function fillUserForm(console: Page, world: Portaria['world']): Promise<string> {
  const email = `${world.unique('nova').replace(' ', '.')}@nova.example`
  await open(console, '/user-create', 'Cadastro de usuário')
  await fillIn(console, { Nome: 'Iracema d’Ávila', 'E-mail': email, Telefone: '5541987650001' })
  return email
}

/** Collects the companies of the bearer tokens in a page's calls. */
function companiesOfCalls(page: Page): Set<number> {
  const companyIds = new Set<number>()
  page.on('request', (request: Request) => {
    const [, payload] = request.headers()['authorization']?.split('.') ?? []
    if (payload === undefined) return
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<
      string,
      number
    >
    if (claims['company_id'] !== undefined) companyIds.add(claims['company_id'])
  })
  return companyIds
}

const companiesOf = async ({ sql }: Portaria, email: string): Promise<number[]> => {
  const found = await sql.query<{ company_id: number }>(
    'select user_companies.company_id from user_companies join users on users.id = user_id where email = $1',
    [email],
  )
  return found.rows.map(({ company_id }) => company_id)
}

test('a form is saved for the company of its tab', async ({
  page,
  portaria,
  world,
  master,
  openAccessPage,
  checkAxe,
}) => {
  test.slow()
  const { one, other } = master
  await openAccessPage(master.email)
  const first = await openFor(page, one)
  const companyIds = companiesOfCalls(first)
  const email = await fillUserForm(first, world)
  await field(first, 'Nome').focus()
  const second = await openFor(page, other)

  await test.step('the first tab shows a notice, keeps its form and title, and offers both companies', async () => {
    await expect(notice(first)).toContainText(
      `Esta aba foi aberta para ${one.name}, e em outra aba você passou a atuar por ${other.name}.`,
    )
    await expect(notice(second)).toHaveCount(0)
    await expect(first.getByRole('banner')).toContainText(one.name)
    await expect(first.getByRole('banner')).not.toContainText(other.name)
    await expect(field(first, 'E-mail')).toHaveValue(email)
    await expect(stayIn(first, one)).toBeFocused()
    await checkAxe(first)
    await first.keyboard.press('Escape')
    await first.keyboard.press('Tab')
    await expect(goTo(first, other)).toBeFocused()
  })

  await test.step('the notice fits', async () => {
    await inLightAndDark(first, 'fits a telephone and a desk', async () => {
      for (const width of [360, 1280]) {
        await first.setViewportSize({ width, height: 800 })
        await expectToFit(first, width)
        await expect(stayIn(first, one)).toBeInViewport({ ratio: 1 })
        await expect(goTo(first, other)).toBeInViewport({ ratio: 1 })
      }
    })
  })

  await test.step('continuing in the first company keeps the input and saves it there', async () => {
    await stayIn(first, one).click()
    await expect(notice(first)).toHaveCount(0)
    await expect(field(first, 'Nome')).toBeFocused()
    await save(first)
    await expect(proofDialog(first)).toContainText(one.name)
    await confirmIdentity(first)
    await expect(message(first, 'Usuário cadastrado com sucesso!')).toBeVisible()
    expect(await companiesOf(portaria, email)).toEqual([one.id])
    expect([...companyIds]).toEqual([one.id])
  })

  await test.step('the second tab asks in turn, and changes to the first company', async () => {
    await goTo(second, one).click()
    await expect(second).toHaveURL(/\/home$/)
    await expect(second.getByRole('banner')).toContainText(one.name)
    await expect(notice(second)).toHaveCount(0)
    await open(second, '/user-list', 'Usuários')
    await expect(rows(second).filter({ hasText: 'Iracema' })).toHaveCount(1)
  })
})

test('a tab sends nothing for another company, even before the browser reports the change', async ({
  page,
  portaria,
  world,
  master,
  openAccessPage,
}) => {
  const { one, other } = master
  await openAccessPage(master.email)
  const second = await openFor(page, other)
  const tokenOfOther = await second.evaluate(() => localStorage.getItem('token') ?? '')
  await second.close()
  const first = await openFor(page, one)

  await test.step('no write of a form', async () => {
    const email = await fillUserForm(first, world)
    await save(first)
    await expect(proofDialog(first)).toBeVisible()
    const companyIds = companiesOfCalls(first)
    // A document receives no storage event for its own writes.
    await first.evaluate((token) => localStorage.setItem('token', token), tokenOfOther)
    await confirmIdentity(first)
    await expect(notice(first)).toBeVisible()
    await expect(proofDialog(first)).toHaveCount(0)
    expect([...companyIds]).toEqual([])
    expect(await companiesOf(portaria, email)).toEqual([])
    await stayIn(first, one).click()
    await expect(field(first, 'E-mail')).toHaveValue(email)
    await save(first)
    await confirmIdentity(first)
    await expect(message(first, 'Usuário cadastrado com sucesso!')).toBeVisible()
    expect(await companiesOf(portaria, email)).toEqual([one.id])
  })

  await test.step('no read of a list until the tab is back in its company', async () => {
    await open(first, '/user-list', 'Usuários')
    await expect(rows(first).first()).toBeVisible()
    await first.evaluate((token) => localStorage.setItem('token', token), tokenOfOther)
    const companyIds = companiesOfCalls(first)
    await first.getByLabel('Itens por página').selectOption('50')
    await expect(notice(first)).toBeVisible()
    expect([...companyIds]).toEqual([])
    await stayIn(first, one).click()
    await expect(rows(first).filter({ hasText: 'Iracema' })).not.toHaveCount(0)
    expect([...companyIds]).toEqual([one.id])
  })
})

test("a reloaded tab keeps its company, and a new tab takes the session's", async ({
  page,
  master,
  openAccessPage,
}) => {
  const { one, other } = master
  await openAccessPage(master.email)
  const first = await openFor(page, one)
  await open(first, '/user-list', 'Usuários')
  const second = await openFor(page, other)

  await test.step('a reload asks before reading anything, and shows the screen afterwards', async () => {
    const companyIds = companiesOfCalls(first)
    await first.reload()
    await expect(notice(first)).toContainText(one.name)
    await expect(first.getByRole('heading', { level: 1 })).toHaveCount(0)
    expect([...companyIds]).toEqual([])
    await stayIn(first, one).click()
    await expect(first.getByRole('heading', { name: 'Usuários', level: 1 })).toBeVisible()
    await expect(first.getByRole('banner')).toContainText(one.name)
    expect([...companyIds]).toEqual([one.id])
  })

  await test.step('going back in the history asks too', async () => {
    await expect(notice(second)).toBeVisible()
    await stayIn(second, other).click()
    await expect(notice(first)).toBeVisible()
    await first.goto('/api/health/live')
    await first.goBack()
    await expect(notice(first)).toContainText(one.name)
  })

  await test.step('a new tab acts for the session of the browser', async () => {
    const third = await page.context().newPage()
    await open(third, '/user-list', 'Usuários')
    await expect(third.getByRole('banner')).toContainText(other.name)
    await expect(notice(third)).toHaveCount(0)
    await third.close()
  })

  await test.step("a tab opened by a tab, or duplicated, keeps that tab's company", async () => {
    // A tab with an opener inherits the session storage, as a duplicate does.
    const opened = page.context().waitForEvent('page')
    await second.evaluate(() => void window.open('/sessions'))
    const third = await opened
    await expect(third.getByRole('heading', { name: 'Sessões ativas', level: 1 })).toBeVisible()
    await expect(third.getByRole('banner')).toContainText(other.name)
    await stayIn(first, one).click()
    await expect(notice(first)).toHaveCount(0)
    await third.reload()
    await expect(notice(third)).toContainText(`Esta aba foi aberta para ${other.name}`)
  })
})

test('changing to the other company asks about unsaved input', async ({
  page,
  world,
  master,
  openAccessPage,
}) => {
  const { one, other } = master
  await openAccessPage(master.email)
  const first = await openFor(page, one)
  await fillUserForm(first, world)
  await openFor(page, other)
  const question = 'Há alterações não salvas. Deseja sair sem salvar?'
  await goTo(first, other).click()
  await answer(first, question, false)
  await expect(notice(first)).toBeVisible()
  await goTo(first, other).click()
  await answer(first, question, true)
  await expect(first).toHaveURL(/\/home$/)
  await expect(first.getByRole('banner')).toContainText(other.name)
  await expect(notice(first)).toHaveCount(0)
})

test('a tab cannot continue in a company that the user may no longer enter', async ({
  page,
  portaria,
  master,
  openAccessPage,
}) => {
  const { one, other } = master
  await openAccessPage(master.email)
  const first = await openFor(page, one)
  await openFor(page, other)
  await portaria.sql.query('delete from user_profiles where user_id = $1 and company_id = $2', [
    master.id,
    one.id,
  ])
  await stayIn(first, one).click()
  await expect(
    notice(first).getByText(`Você não pode mais entrar no console por ${one.name}.`),
  ).toBeVisible()
  await goTo(first, other).click()
  await expect(first.getByRole('banner')).toContainText(other.name)
})

test('another SPID of one company counts as another place', async ({
  page,
  portaria,
  world,
  openAccessPage,
}) => {
  const company = await world.build.company({ spids: ['041', '042'] })
  const person = await world.master({}, company)
  await portaria.sql.query('update modules set is_enable_spid = true where id = $1', [
    consoleModuleId,
  ])
  try {
    await openAccessPage(person.email)
    const openWith = async (spid: string) => {
      const opened = page.context().waitForEvent('page')
      await page.getByRole('button', { name: 'Acessar Gestão de Acesso' }).click()
      await page.getByRole('dialog').getByRole('button', { name: spid }).click()
      const console = await opened
      await expect(console.getByRole('heading', { name: 'HOME' })).toBeVisible()
      return console
    }
    const first = await openWith('041')
    await openWith('042')
    await expect(goTo(first, { id: 0, name: `${company.name} (SPID 042)` })).toBeVisible()
    await stayIn(first, { id: 0, name: `${company.name} (SPID 041)` }).click()
    await expect(notice(first)).toHaveCount(0)
  } finally {
    await portaria.sql.query('update modules set is_enable_spid = false where id = $1', [
      consoleModuleId,
    ])
  }
})

test('a tab of one user shows nothing to the next, who signs in in another tab', async ({
  page,
  world,
  master,
  openAccessPage,
  enter,
}) => {
  const next = await world.administrator()
  await enter('/home', next.email)
  await expect(page.getByRole('heading', { name: 'HOME' })).toBeVisible()
  const storage = await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)))
  const cookies = await page.context().cookies()
  await openAccessPage(master.email)
  const first = await openFor(page, master.one)
  await fillUserForm(first, world)
  await page.context().addCookies(cookies)
  await page.evaluate((of) => Object.assign(localStorage, of), storage)
  await expect(first).toHaveURL(/\/auth$/)
  await expect(first.getByText(next.email)).toBeVisible()
  await first.getByRole('link', { name: /^Continuar como/ }).click()
  await expect(first.getByRole('heading', { name: 'HOME' })).toBeVisible()
  await expect(first.getByRole('banner')).toContainText(next.company.name)
})

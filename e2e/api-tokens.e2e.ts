import type { Page } from '@playwright/test'
import { consoleModuleId } from '../contract/constants.ts'
import { dayOf, startOfDay } from '../contract/days.ts'
import { formatInstant } from '../contract/shown.ts'
import { userFound } from '../contract/user-search.ts'
import { after, days } from '../server/shared/clock.ts'
import { expect, test as base } from './console.ts'
import { confirmIdentity, noRows, row, toast } from './screen.ts'
import type { Person, Visitor } from './world.ts'

const revokeQuestion = 'Revogar token'

const generate = (page: Page) => page.getByRole('button', { name: 'Gerar novo token' })
const end = (page: Page) => page.getByLabel('Data Fim')
const newToken = (page: Page) => page.getByLabel('Novo token')
const dayAfter = (n: number): string => dayOf(after(new Date(), days(n)))
const shownDay = (n: number): string => formatInstant(startOfDay(dayAfter(n))?.toISOString() ?? '')

const test = base.extend<{
  master: Visitor
  /** Adds a colleague of the master user. The colleague may enter the console and see users there. */
  addColleague: () => Promise<Person>
}>({
  master: async ({ world }, use) => use(await world.master()),
  addColleague: async ({ world, portaria, master }, use) => {
    const { rows: lists } = await portaria.sql.query<{ id: number; name: string }>(
      `select id, name from functions where module_id = $1 and url = '/user-list'`,
      [consoleModuleId],
    )
    const { id: profileId } = await world.profile(consoleModuleId, {}, lists)
    const companies = [master.company]
    await use(async () => {
      const colleague = await world.visitor({ moduleId: consoleModuleId, profileId, companies })
      await portaria.sql.query('insert into user_companies (user_id, company_id) values ($1, $2)', [
        colleague.id,
        master.company.id,
      ])
      return colleague
    })
  },
})

test('a created token lets a script list users until it is revoked', async ({
  page,
  portaria,
  master,
  addColleague,
  enter,
}) => {
  const colleague = await addColleague()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await enter(`/user-list?email=${colleague.email}`, master.email)
  await page.getByRole('link', { name: `Gerenciar tokens: ${colleague.name}` }).click()
  await expect(page.getByRole('heading', { name: 'Tokens do usuário' })).toBeVisible()
  await expect(page.getByText(`Usuário: ${colleague.name}`)).toBeVisible()
  await expect(noRows(page)).toBeVisible()
  await end(page).fill(dayAfter(30))
  await generate(page).click()
  await expect(page.getByText(`Gerar um token para ${colleague.name}`)).toBeVisible()
  await expect(page.getByText(`Ele vale até ${shownDay(30)}.`)).toBeVisible()
  await confirmIdentity(page)
  await expect(toast(page, 'Token gerado com sucesso!')).toBeVisible()
  await expect(
    page.getByRole('heading', { name: 'Copie o token agora: ele não será mostrado de novo' }),
  ).toBeFocused()
  await page.getByRole('button', { name: 'Copiar token' }).click()
  // The browser copies after the click, not during it.
  await expect(toast(page, 'Copiado para a área de transferência')).toBeVisible()
  const token = await page.evaluate(() => navigator.clipboard.readText())
  expect(token).toMatch(/^portaria_\w{49}$/)
  await expect(newToken(page)).toHaveValue(token)
  const tokenRow = row(page, `${token.slice(0, 13)}…`)
  for (const text of [shownDay(30), master.name, 'Nunca', 'Ativo'])
    await expect(tokenRow).toContainText(text)

  const script = () => listByScript(portaria.url, token)
  const { status, answer: listed } = await script()
  expect(status).toBe(200)
  expect(userFound.parse(listed.data).users.map(({ id }) => id)).toEqual([colleague.id])

  await page.getByRole('button', { name: `Revogar: ${token.slice(0, 13)}` }).click()
  await confirmIdentity(page, revokeQuestion)
  await expect(toast(page, 'Token revogado com sucesso!')).toBeVisible()
  expect(await script()).toMatchObject({
    status: 401,
    answer: { code: 'access-token-expired', httpMessage: 'access token expired' },
  })
  await expect(tokenRow).toContainText('Inativo')
  // The pressed button has disappeared, so the title has the focus.
  await expect(page.getByRole('heading', { name: 'Tokens do usuário' })).toBeFocused()
  await tokenRow.getByRole('button', { name: 'Mais dados' }).click()
  await expect(page.locator('dl > div', { hasText: 'Revogado por' })).toContainText(master.name)
  await expect(newToken(page)).toHaveCount(0)
  // The token is not shown again.
  await page.reload()
  await expect(tokenRow).toBeVisible()
  expect(await page.content()).not.toContain(token)
})

/** Lists users like a script that has only a token. docs/modules.md shows the same with curl. */
async function listByScript(url: string, token: string) {
  const response = await fetch(`${url}/api/user/search`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  })
  const { result } = (await response.json()) as { result: Record<string, unknown> }
  return { status: response.status, answer: result }
}

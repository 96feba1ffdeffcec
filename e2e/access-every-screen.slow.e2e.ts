/** Runs both accessibility checkers on every screen of the router, with real records, in light and dark. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { sealText } from '../server/outbox/message-seal.ts'
import { accessibilityFaults } from './accessibility.ts'
import { expect, test } from './console.ts'
import type { Portaria } from './portaria.ts'

const folder = join(import.meta.dirname, '../web/routes')
const paths = readdirSync(folder)
  .filter((file) => file.endsWith('-screens.ts'))
  .flatMap((file) =>
    Array.from(
      readFileSync(join(folder, file), 'utf8').matchAll(/ screen\('(?<path>[^']+)'/g),
      ({ groups }) => groups?.['path'] ?? '',
    ),
  )

/** Query string of a screen, and a text that appears once the screen is complete. */
type Visit = [search: string, text: string]

/** Returns one visit per screen; a screen without one fails the test below. */
async function visits({ world, sql, keyring }: Portaria): Promise<Record<string, Visit>> {
  const module = await world.module()
  await world.build.moduleSecret(module.id, 1)
  await world.build.moduleSecret(module.id, 2)
  const company = await world.build.company({ spids: ['7101', '7102'] })
  const plan = await world.build.plan({ companyId: company.id, moduleId: module.id })
  const url = '/acordos'
  const name = world.unique('Função')
  const held = await world.function(module.id, { name, url }, ['Aprovar', 'Criar'])
  const profile = await world.profile(module.id, {}, [held])
  const action = await sql.query<{ id: number }>(
    `select id from actions where function_id = $1 and name = 'Aprovar'`,
    [held.id],
  )
  const message = crypto.randomUUID()
  const { ciphertext, keyId } = sealText(keyring, message, { text: 'x' })
  await sql.query(
    `insert into outbox (id, channel, recipient, subject, sealed_text, key_id, attempts, last_error, next_attempt_at)
     values ($1, 'email', 'parada@tela.example', 'Senha', $2, $3, 4, 'Recusada.', now() + interval '1 hour')`,
    [message, ciphertext, keyId],
  )
  await sql.query(
    `insert into rate_limits (key, points, expire)
     values ('failures:password:network:192.0.2.9', 1000, extract(epoch from now()) * 1000 + 3600000)`,
  )
  const companies = [company]
  const person = await world.visitor({ moduleId: module.id, profileId: profile.id, companies })
  const token = await world.build.apiToken({ userId: person.id, companyId: company.id })
  const service = module.service.id
  const loosePlan = await sql.query<{ id: number }>(
    'insert into loose_plans (company_id, module_id, seat_limit) values ($1, $2, 9) returning id',
    [company.id, module.id],
  )
  await world.event({
    target: `service:${service}`,
    before: { name: 'Voz' },
    after: { name: 'Dados' },
  })
  const request = await sql.query<{ id: number }>(
    `insert into data_requests (user_id, field, wanted, created_at, due_at)
     values ($1, 'name', 'Ana Maria', now(), now() + interval '15 days') returning id`,
    [person.id],
  )
  const deleted = await world.person({ deleted: true })
  const ofPlan = `planId=${plan}`
  return {
    '/auth': ['', 'Acesse sua conta'],
    '/logout': ['', 'Saindo…'],
    '/access-page': ['', 'Gestão de Acesso'],
    '/reset_password': ['', 'Recuperação'],
    '/unallowed': ['', 'NÃO AUTORIZADO'],
    '/home': ['', 'Olá'],
    '/status': ['', 'Válida até'],
    '/sessions': ['', 'Sua conta não está aberta'],
    '/company-list': [`search=${company.name}`, company.name],
    '/company-form': [`id=${company.id}`, company.name],
    '/operator-create': ['', 'Gestão de Acesso'],
    '/company-import': ['', 'Escolher arquivo'],
    '/plan-loose-import': ['', 'Escolher arquivo'],
    '/user-import': ['', 'Escolher arquivo'],
    '/service-list': [`search=${module.service.name}`, module.service.name],
    '/service-form': [`id=${service}`, module.service.name],
    '/module-list': [`serviceId=${service}`, module.name],
    '/module-create': [`serviceId=${service}`, module.service.name],
    '/module-edit': [`id=${module.id}&serviceId=${service}`, module.name],
    '/secret-management': [`moduleId=${module.id}&serviceId=${service}`, module.name],
    '/function-list': [`search=${held.name}`, held.name],
    '/function-create': ['', 'Módulo'],
    '/function-edit': [`id=${held.id}`, held.name],
    '/action-list': [`functionId=${held.id}`, 'Aprovar'],
    '/action-form': [`actionId=${action.rows[0]?.id}&functionId=${held.id}`, 'Aprovar'],
    '/profile-list': [`search=${profile.name}`, profile.name],
    '/profile-create': ['', 'Módulo'],
    '/profile-edit': [`id=${profile.id}`, profile.name],
    '/profile-edit-function': [`id=${profile.id}`, held.name],
    '/user-edit-profile': [`id=${person.id}`, profile.name],
    '/plan-list': ['', 'Planos'],
    '/plan-form': [`id=${plan}`, company.name],
    '/plan-module-manager': [ofPlan, company.name],
    '/plan-module-manager-form': [`${ofPlan}&moduleId=${module.id}`, module.name],
    '/plan-company-manager': [ofPlan, company.name],
    '/plan-loose': [`search=${module.name}`, module.name],
    '/plan-loose-form': [`id=${loosePlan.rows[0]?.id}&moduleId=${module.id}`, module.name],
    '/user-list': [`email=${person.email}`, person.name],
    '/user-create': ['', 'Telefone'],
    '/user-edit': [`id=${person.id}`, person.name],
    '/token-management': [`id=${person.id}`, token.token.slice(0, 13)],
    '/user-seats': [`companyId=${company.id}`, module.name],
    '/master-delegation': ['', 'Usuários delegados'],
    '/company-invitations': ['', 'Nenhum convite para responder.'],
    '/message-list': ['', 'parada@tela.example'],
    '/network-list': ['', '192.0.2.9'],
    '/audit-list': [`record=service:${service}`, 'Atualização de serviço'],
    '/my-data': ['', 'Cadastro'],
    '/data-request-list': [`search=${person.email}`, person.name],
    '/data-request-form': [`id=${request.rows[0]?.id}`, 'Ana Maria'],
    '/erasure-list': [`search=${deleted.email}`, deleted.name],
    '/erasure-form': [`id=${deleted.id}`, 'O que é apagado'],
  }
}

/** Returns the visible text of the page and the values of its fields. */
const readText = (page: Page) =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll('input, textarea')]
    const values = fields.map((field) => 'value' in field && String(field.value))
    return [document.querySelector('main')?.innerText, ...values].join('\n')
  })

/** Waits until the screen shows `text` and nothing is loading. */
async function waitUntilLoaded(page: Page, text: string): Promise<void> {
  await expect.poll(() => readText(page)).toContain(text)
  await expect(page.locator('[aria-busy="true"], .mantine-Skeleton-root')).toHaveCount(0)
}

// Delete these two rows. Lists of the whole installation would show them to other tests.
test.afterEach(async ({ portaria: { sql } }) => {
  await sql.query(`delete from outbox where recipient = 'parada@tela.example'`)
  await sql.query(`delete from rate_limits where key = 'failures:password:network:192.0.2.9'`)
})

test('every screen of the router passes both checkers, in light and dark', async ({
  page,
  portaria,
  enter,
}) => {
  test.setTimeout(600_000)
  const all = await visits(portaria)
  expect(Object.keys(all).toSorted()).toEqual(paths.toSorted())
  // Never respond to the sign-out request, so that its screen stays visible.
  await page.route('**/api/user/invalidate-token', () => undefined)
  await enter('/home')
  const faults: Record<string, string[]> = {}
  // Signing out comes last.
  const inOrder = paths.toSorted((one, other) => +(one === '/logout') - +(other === '/logout'))
  for (const path of [...inOrder.slice(0, -1), '/nenhuma-tela', ...inOrder.slice(-1)]) {
    const [search, text] = all[path] ?? ['', 'Página não encontrada']
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(`${path}?${search}`)
    await waitUntilLoaded(page, text)
    const light = await accessibilityFaults(page, 'whole')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    const dark = await accessibilityFaults(page, 'colours')
    if (light.length + dark.length > 0) faults[path] = [...light, ...dark]
  }
  expect(faults).toEqual({})
})

/** Navigates like a link, without reloading the page. */
const follow = (page: Page, href: string) =>
  page.evaluate((to) => history.pushState({}, '', to), href)

/** Returns where the focus is: in the screen, in a dialog, or else the name of the focused element. */
const focusOf = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document
    return activeElement?.closest('main, [role=dialog]') ? 'screen' : activeElement?.tagName
  })

test('every screen takes the focus when it opens, so that Tab continues from there', async ({
  page,
  portaria,
  enter,
}) => {
  test.setTimeout(300_000)
  const all = await visits(portaria)
  await enter('/home')
  await waitUntilLoaded(page, 'Olá')
  const left: Record<string, string | undefined> = {}
  // The screens of the sign-in redirect signed-in users, `/logout` signs out, and `/home` is where the test starts.
  const others = new Set(['/home', '/auth', '/reset_password', '/logout'])
  for (const path of paths.filter((each) => !others.has(each))) {
    const [search, text] = all[path] ?? ['', '']
    await page.evaluate(
      () => document.activeElement instanceof HTMLElement && document.activeElement.blur(),
    )
    await follow(page, `${path}?${search}`)
    await expect.poll(() => focusOf(page), path).toBe('screen')
    // The focus must also survive the replacement of the loading state.
    await waitUntilLoaded(page, text)
    const focused = await focusOf(page)
    if (focused !== 'screen') left[path] = focused
  }
  expect(left).toEqual({})
})

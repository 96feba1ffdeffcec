import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { answer, choose, confirmIdentity, expect, row, save, test, toast } from './console.ts'
import { signIn } from './fixtures.ts'
import { freePort, type Portaria } from './portaria.ts'

let running: ChildProcess | undefined

test.afterEach(async () => {
  if (!running) return
  running.kill('SIGTERM')
  await once(running, 'exit')
  running = undefined
})

/** The example module as the team of another module would run it: by its number and the secret that it was told. */
async function startModule(portaria: Portaria, port: number, id: string, secret: string) {
  running = spawn(process.execPath, [join(import.meta.dirname, '../examples/module/main.ts')], {
    env: {
      ...process.env,
      PORT: String(port),
      PORTARIA_URL: portaria.url,
      MODULE_ID: id,
      MODULE_SECRET: secret,
    },
    stdio: 'inherit',
  })
  await expect
    .poll(() =>
      fetch(`http://localhost:${port}/`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(401)
}

async function createModule(page: Page, name: string, url: string): Promise<void> {
  await page.getByRole('link', { name: 'Novo Módulo' }).click()
  await page.getByLabel('Nome').fill(name)
  await page.getByLabel('Url').fill(url)
  await save(page)
  await expect(row(page, name)).toBeVisible()
}

/** Generates the secret of a module and reads it from the screen. */
async function readSecret(page: Page, name: string): Promise<string> {
  await page.getByRole('link', { name: `Gerenciar Secret: ${name}` }).click()
  await page.getByRole('button', { name: 'Gerar Secret', exact: true }).click()
  await answer(page, 'Deseja gerar uma secret para o módulo?', true)
  await confirmIdentity(page)
  await page.getByRole('button', { name: 'Mostrar secret' }).click()
  return page.getByLabel('Secret', { exact: true }).inputValue()
}

async function createFunction(page: Page, name: string, module: string): Promise<void> {
  await page.goto('/function-create')
  await page.getByLabel('Nome').fill(name)
  await choose(page, 'Módulo', module)
  await page.getByLabel('Url').fill('tarifas')
  await save(page)
  await expect(page).toHaveURL(/\/function-list/)
  await page.getByRole('searchbox').fill(name)
  await page.getByRole('link', { name: `Ações: ${name}` }).click()
  for (const action of ['Consultar', 'Aprovar']) {
    await page.getByRole('link', { name: 'Nova Action' }).click()
    await page.getByLabel('Nome').fill(action)
    await page.getByLabel('Path').fill(action.toLowerCase())
    await save(page)
    await expect(row(page, action)).toBeVisible()
  }
}

const analyst = 'tarifas@portaria.example'

/**
 * A person with a profile of the module that holds its functions and one action, and a seat. Nobody of the demo: other
 * tests count on what those can choose.
 */
async function addAnalyst(portaria: Portaria, moduleId: string): Promise<void> {
  await portaria.sql.query(
    `with made as (insert into profiles (module_id, name) values ($1, 'Analista de tarifas') returning id),
      planned as (insert into plans (name) values ('Plano das tarifas') returning id),
      seats as (insert into plan_modules (plan_id, module_id, seat_limit) select id, $1, 5 from planned),
      bought as (insert into plan_companies (plan_id, company_id) select id, 1 from planned),
      held as (insert into profile_functions (profile_id, function_id, module_id)
        select made.id, f.id, f.module_id from made, functions f where f.module_id = $1 returning profile_id, function_id)
    insert into profile_actions (profile_id, function_id, action_id)
    select held.profile_id, held.function_id, a.id from held join actions a using (function_id) where a.path = 'aprovar'`,
    [moduleId],
  )
  await portaria.sql.query(
    `with made as (insert into users (name, email) values ('Ana das Tarifas', $2) returning id),
      known as (insert into passwords (user_id, hash)
        select made.id, p.hash from made, passwords p where p.user_id = 1 and p.superseded_at is null)
    insert into user_profiles (user_id, profile_id, company_id)
    select made.id, p.id, 1 from made, profiles p where p.module_id = $1`,
    [moduleId, analyst],
  )
}

test('a service made in the console, with two modules, secret and functions, is entered through the portal', async ({
  page,
  browser,
  portaria,
  enter,
}) => {
  const port = await freePort()
  await enter('/service-form')
  await page.getByLabel('Nome').fill('Tarifação')
  await page.getByLabel('Descrição').fill('Tarifas entre operadoras')
  await save(page)
  await confirmIdentity(page)
  await expect(toast(page, 'Serviço cadastrado')).toBeVisible()
  await expect(page).toHaveURL(/\/service-list$/)
  await page.getByRole('searchbox').fill('tarifa')
  await page.getByRole('link', { name: 'Módulos: Tarifação' }).click()
  await createModule(page, 'Arquivo de tarifas', 'arquivo.example')
  await createModule(page, 'Painel de tarifas', `http://localhost:${port}`)
  const secret = await readSecret(page, 'Painel de tarifas')
  const id = new URL(page.url()).searchParams.get('moduleId') ?? ''
  await createFunction(page, 'Tabela', 'Painel de tarifas')
  await startModule(portaria, port, id, secret)
  await addAnalyst(portaria, id)

  const theirs = await (await browser.newContext()).newPage()
  await signIn(theirs, portaria, analyst)
  const opened = theirs.context().waitForEvent('page')
  await theirs.getByRole('button', { name: 'Acessar Painel de tarifas' }).click()
  const arrived = await opened
  await expect(arrived.getByRole('heading', { name: 'Olá, Ana das Tarifas' })).toBeVisible()
  await expect(arrived).toHaveURL(`http://localhost:${port}/`)
  const held = arrived.getByRole('listitem').filter({ hasText: 'Tabela' })
  await expect(held.getByRole('listitem')).toHaveText(['aprovar'])
  await theirs.context().close()
})

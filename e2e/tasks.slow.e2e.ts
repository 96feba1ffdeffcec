/**
 * Effort of everyday tasks: clicks, fields, confirmations of the identity, and the person's time by the
 * keystroke-level model (`task-meter.ts`). Results and earlier values: docs/performance.md.
 */
import type { Page } from '@playwright/test'
import { dayOf } from '../contract/days.ts'
import { hashPassword, ownWork } from '../server/secrets/password-hash.ts'
import { cnpj, next } from '../test/testing/catalogue-builders.ts'
import { demoPassword } from '../test/testing/portal-client.ts'
import { expect, test } from './console.ts'
import { addUser, blockQuestion, doConfirmed, field } from './people-rows.ts'
import type { Portaria } from './portaria.ts'
import { menu, message } from './screen.ts'
import { openAccessPage, readCode } from './sign-in-steps.ts'
import { type Effort, TaskMeter } from './task-meter.ts'

type Limits = Partial<Effort>

/** Expects that the effort of a task is within these limits, and reports it. */
function expectAtMost(limits: Limits, { effort }: TaskMeter): void {
  test.info().annotations.push({ type: 'effort', description: JSON.stringify(effort) })
  for (const [part, limit] of Object.entries(limits))
    expect(
      effort[part as keyof Effort],
      `${part} of ${JSON.stringify(effort)}`,
    ).toBeLessThanOrEqual(limit)
}

const inMenu = (page: Page, name: string) => menu(page).getByRole('link', { name, exact: true })

/** Creates a company with a module, a profile that its master user may give, and Ana, who has no profile. */
async function makeAna(portaria: Portaria) {
  const { world } = portaria
  const company = await world.build.company()
  const module = await world.module({ name: world.unique('Disputas') })
  await world.build.plan({ companyId: company.id, moduleId: module.id })
  const profile = await world.profile(module.id, { accredited_enable: true })
  const ana = await addUser(portaria, [company], { name: 'Ana Prado' })
  const master = await world.master({}, company)
  return { company, module, profile, ana, master }
}

/** Opens the record of Ana from HOME, through the list. */
async function findAna(meter: TaskMeter): Promise<void> {
  const { page } = meter
  await meter.press(inMenu(page, 'Usuário'))
  await meter.type(field(page, 'Nome'), 'Ana Prado')
  await meter.press(page.getByRole('link', { name: 'Ana Prado', exact: true }))
}

async function openPalette(meter: TaskMeter): Promise<void> {
  const { page } = meter
  await expect(page.getByRole('button', { name: 'Buscar', exact: true })).toBeVisible()
  await meter.key('Control+k')
  const palette = page.getByRole('dialog', { name: 'Busca rápida' })
  await expect(palette.getByRole('combobox')).toBeFocused()
}

test('sign in and open the console', async ({ page, world, portaria }) => {
  const { email } = await world.administrator()
  await page.goto('/auth')
  await expect(page.getByLabel('Usuário (e-mail)')).toBeFocused()
  const meter = new TaskMeter(page)
  await meter.type(page.getByLabel('Usuário (e-mail)'), email)
  await meter.type(page.getByLabel('Senha', { exact: true }), demoPassword)
  await meter.button('Acessar', { expected: true })
  const code = await portaria.messageAfter(email, () =>
    meter.press(page.getByRole('dialog').getByRole('button', { name: 'E-mail' })),
  )
  await expect(page.getByLabel('Dígito 1 de 6')).toBeFocused()
  meter.openMail()
  await meter.typeFocused(readCode(code.text))
  const opened = page.context().waitForEvent('page')
  await meter.button('Acessar Gestão de Acesso')
  await expect((await opened).getByRole('heading', { name: 'HOME' })).toBeVisible()
  expectAtMost({ clicks: 4 }, meter)
})

test('a new operator', async ({ page, world, enter }) => {
  await enter('/home')
  const meter = new TaskMeter(page)
  await meter.press(inMenu(page, 'Empresa'))
  await meter.link('Nova operadora')
  await expect(page.getByRole('textbox', { name: /^Licenças de Gestão de Acesso/ })).toBeVisible()
  const fields = {
    Nome: world.unique('Operadora'),
    CNPJ: cnpj(next()),
    Email: 'contato@nova.example',
    'Nome completo': 'Iracema da Silva',
    'E-mail': `m${next()}@nova.example`,
    Telefone: '5541987650001',
  }
  for (const [label, value] of Object.entries(fields))
    await meter.type(
      page.getByRole('textbox', { name: new RegExp(`^${RegExp.escape(label)}( \\*)?$`) }),
      value,
    )
  await meter.button('Salvar', { expected: true })
  await meter.confirm()
  await expect(message(page, 'Operadora cadastrada')).toBeVisible()
  expectAtMost({ clicks: 9, confirmations: 1 }, meter)
})

test('a new person with a profile', async ({ page, portaria, enter }) => {
  const { company, module, profile, master } = await makeAna(portaria)
  await enter('/home', master.email)
  const meter = new TaskMeter(page)
  await meter.press(inMenu(page, 'Usuário'))
  await meter.link('Novo usuário')
  await expect(field(page, 'Nome')).toBeFocused()
  const email = `i${next()}@nova.example`
  await meter.type(field(page, 'Nome'), 'Iracema da Silva')
  await meter.type(field(page, 'E-mail'), email)
  await meter.type(field(page, 'Telefone'), '5541987650001')
  await meter.choose(
    page.getByRole('combobox', { name: 'Perfis' }),
    'disputas',
    page.getByRole('option', { name: profile.name }),
  )
  // The list of profiles stays open for further ones.
  await meter.key('Escape', { expected: true })
  await meter.button('Salvar', { expected: true })
  await meter.confirm()
  await expect(message(page, 'Usuário cadastrado com sucesso!')).toBeVisible()
  const { rows: held } = await portaria.sql.query(
    `select 1 from user_profiles a join users u on u.id = a.user_id
     where u.email = $1 and a.company_id = $2 and a.profile_id = $3`,
    [email, company.id, profile.id],
  )
  expect(held, module.name).toHaveLength(1)
  expectAtMost({ clicks: 10, confirmations: 1 }, meter)
})

test('an import of 500 people', async ({ page, world, portaria, enter }) => {
  test.slow()
  const company = await world.build.company()
  const { rows } = await portaria.sql.query<{ document: string }>(
    'select document from companies where id = $1',
    [company.id],
  )
  const letter = (n: number) => String.fromCharCode(97 + (n % 26))
  const lines = Array.from(
    { length: 500 },
    (_, n) =>
      `Pessoa ${letter(n)}${letter(Math.floor(n / 26))};p${n}.${company.id}@lote.example;5511987654321;${rows[0]?.document};;`,
  )
  await enter('/home')
  const meter = new TaskMeter(page)
  await meter.press(inMenu(page, 'Usuário'))
  await meter.link('Importar')
  const chooser = page.waitForEvent('filechooser')
  await meter.button('Escolher arquivo')
  await (
    await chooser
  ).setFiles({
    name: 'lote.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Nome;E-mail;Telefone;CNPJ;SPID;Perfil', ...lines].join('\n')),
  })
  await meter.button(/^Importar 500/)
  await meter.confirm()
  await expect(message(page, 'Importação concluída.')).toBeVisible({ timeout: 60_000 })
  expectAtMost({ clicks: 5, confirmations: 1 }, meter)
})

test('why Ana cannot enter a module, and the profile that she needs', async ({
  page,
  portaria,
  enter,
}) => {
  const { module, master, ana } = await makeAna(portaria)
  await enter('/home', master.email)
  const meter = new TaskMeter(page)
  await openPalette(meter)
  await meter.typeFocused('por que ana disputas')
  await meter.press(page.getByRole('option', { name: `Por quê? ${ana.name} · ${module.name}` }), {
    expected: true,
  })
  const why = page.getByRole('region', { name: 'Por quê?' })
  await expect(why.getByLabel('Resposta')).toContainText('Não permitido')
  await meter.press(why.getByRole('button', { name: `Dar perfil de ${module.name}` }))
  await meter.confirm()
  await expect(message(page, 'Perfis atualizados com sucesso!')).toBeVisible()
  await expect(why.getByLabel('Resposta')).not.toContainText('Não permitido')
  expectAtMost({ clicks: 4, confirmations: 1 }, meter)
})

test('blocking someone', async ({ page, portaria, enter }) => {
  const { master, ana } = await makeAna(portaria)
  await enter('/home', master.email)
  const meter = new TaskMeter(page)
  await openPalette(meter)
  await meter.typeFocused('bloquear ana')
  await meter.press(page.getByRole('option', { name: `Bloquear ${ana.name}` }), { expected: true })
  await meter.confirm('Sim')
  await expect(message(page, 'Usuário bloqueado com sucesso!')).toBeVisible()
  expectAtMost({ clicks: 2, confirmations: 1 }, meter)
})

test('who blocked Aline', async ({ page, world, portaria, enter }) => {
  const { company, ana, master } = await makeAna(portaria)
  const other = await world.master({}, company)
  await portaria.sql.query('insert into user_companies (user_id, company_id) values ($1, $2)', [
    other.id,
    company.id,
  ])
  await enter(`/user-edit?id=${ana.id}`, other.email)
  await doConfirmed(page, 'Bloquear usuário', blockQuestion)
  await expect(message(page, 'Usuário bloqueado com sucesso!')).toBeVisible()
  await enter('/home', master.email)
  const meter = new TaskMeter(page)
  await findAna(meter)
  await expect(page.getByText(`por ${other.name}`).first()).toBeVisible()
  expectAtMost({ clicks: 3, confirmations: 0 }, meter)
})

test('five more seats', async ({ page, world, enter }) => {
  const company = await world.build.company()
  const module = await world.module()
  await world.build.plan({ companyId: company.id, moduleId: module.id, seats: 2 })
  const { id: profileId } = await world.profile(module.id)
  for (let n = 0; n < 2; n += 1)
    await world.build.assign({
      userId: (await world.person()).id,
      profileId,
      companyId: company.id,
    })
  await enter('/home')
  const meter = new TaskMeter(page)
  const todo = page.getByRole('region', { name: 'O que precisa de você' })
  await meter.press(todo.getByRole('link', { name: `Aumentar: ${module.name} em ${company.name}` }))
  await expect(page.getByRole('textbox', { name: /^Quantidade/ })).toHaveValue('5')
  await meter.button('Salvar')
  await meter.confirm()
  await expect(message(page, 'Plano cadastrado')).toBeVisible()
  expectAtMost({ clicks: 3, confirmations: 1 }, meter)
})

test('five old invitations', async ({ page, world, portaria, enter }) => {
  const company = await world.build.company()
  const master = await world.master({}, company)
  for (let n = 0; n < 5; n += 1) {
    const { id } = await addUser(portaria, [company], { name: 'Convidada Há Meses' })
    await portaria.sql.query('delete from passwords where user_id = $1', [id])
    await portaria.sql.query(
      `update users set created_at = now() - interval '100 days', last_access_at = null where id = $1`,
      [id],
    )
  }
  await enter('/home', master.email)
  const meter = new TaskMeter(page)
  await meter.button('Reenviar a 5')
  await meter.confirm()
  await expect(message(page, '5 convites reenviados com sucesso!')).toBeVisible()
  expectAtMost({ clicks: 4, confirmations: 1 }, meter)
})

test('a delegation for a holiday', async ({ page, world, portaria, enter }) => {
  const master = await world.master()
  const ana = await addUser(portaria, [master.company], { name: 'Ana Lima' })
  const inDays = (days: number) => dayOf(new Date(Date.now() + days * 86_400_000))
  await enter('/home', master.email)
  const meter = new TaskMeter(page)
  await meter.press(menu(page).getByRole('link', { name: 'Delegação de usuário master' }))
  await meter.choose(
    page.getByRole('combobox', { name: 'Usuário' }),
    'Ana Lima',
    page.getByRole('option', { name: `${ana.name} (${ana.email})` }),
  )
  await meter.type(page.getByLabel('Data de início'), inDays(0))
  await meter.type(page.getByLabel('Data de fim'), inDays(9))
  await meter.button('Salvar', { expected: true })
  await meter.confirm()
  await expect(message(page, 'Delegação realizada com sucesso!')).toBeVisible()
  expectAtMost({ clicks: 7, confirmations: 1 }, meter)
})

test.describe('on a telephone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('a module with a SPID', async ({ page, world, portaria }) => {
    const company = await world.build.company({ spids: ['8101', '8102', '8103'] })
    const person = await world.visitor({ companies: [company, await world.build.company()] })
    await openAccessPage(page, portaria, person.email)
    const meter = new TaskMeter(page, { phone: true })
    await meter.button(new RegExp(`^${company.name} `))
    await meter.button('Acessar Módulo de Exemplo')
    const opened = page.context().waitForEvent('page')
    await meter.press(page.getByRole('dialog').getByRole('button', { name: '8103' }))
    await opened
    expectAtMost({ clicks: 3 }, meter)
  })

  test('a forgotten password', async ({ page, world, portaria }) => {
    const question = 'Em que cidade seus pais se conheceram?'
    const newPassword = 'Jabuticaba-88-nuvem!'
    const { id, email } = await world.visitor()
    await portaria.sql.query(
      `insert into secret_answers (user_id, question_id, hash)
       select $1, id, $2 from secret_questions where name = $3`,
      [id, await hashPassword('demo', ownWork), question],
    )
    await page.goto('/auth')
    const meter = new TaskMeter(page, { phone: true })
    await meter.link('Esqueceu sua senha?')
    await expect(page.getByRole('heading', { name: 'Recupere seu acesso' })).toBeVisible()
    await expect(page.getByLabel('E-mail')).toBeFocused()
    await meter.type(page.getByLabel('E-mail'), email)
    await meter.press(page.getByRole('combobox', { name: 'Pergunta secreta' }))
    await meter.press(page.getByRole('option', { name: question }), { expected: true })
    await meter.type(page.getByLabel('Resposta'), 'demo')
    const recovery = await portaria.messageAfter(email, () =>
      meter.button('Recuperar acesso', { expected: true }),
    )
    await expect(page.getByLabel('Senha', { exact: true })).toBeFocused()
    meter.openMail()
    await meter.copy(/^\w{4}(?:-\w{4}){5}$/m.exec(recovery.text)?.[0] ?? '')
    await meter.button('Acessar', { expected: true })

    const dialog = page.getByRole('dialog', { name: 'Crie uma nova senha' })
    await expect(dialog.getByLabel('Nova senha', { exact: true })).toBeFocused()
    await meter.type(dialog.getByLabel('Nova senha', { exact: true }), newPassword)
    await meter.type(dialog.getByLabel('Repita a nova senha'), newPassword)
    const loaded = page.waitForEvent('load')
    await meter.press(dialog.getByRole('button', { name: 'Salvar nova senha' }), { expected: true })
    await loaded

    await expect(page.getByLabel('Usuário (e-mail)')).toHaveValue(email)
    await expect(page.getByLabel('Senha', { exact: true })).toBeFocused()
    await meter.typeFocused(newPassword)
    await meter.button('Acessar', { expected: true })
    const code = await portaria.messageAfter(email, () =>
      meter.press(page.getByRole('dialog').getByRole('button', { name: 'E-mail' })),
    )
    await expect(page.getByLabel('Dígito 1 de 6')).toBeFocused()
    meter.openMail()
    await meter.typeFocused(readCode(code.text))
    await expect(page.getByRole('heading', { name: 'Página de Acesso' })).toBeVisible()
    expectAtMost({ seconds: 89 }, meter)
  })
})

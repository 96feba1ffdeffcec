import type { Browser, Page } from '@playwright/test'
import { answer, confirmIdentity, expect, row, save, test, toast } from './console.ts'
import { signIn } from './fixtures.ts'
import type { Portaria } from './portaria.ts'

const required = 'Preencha todos os campos!'
const exampleModule = 5

/** Chooses from a list that is searched by typing. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(option)
  await page.getByRole('option', { name: option, exact: true }).click()
}

async function addProfile(portaria: Portaria, name: string, company: number | null = null) {
  const { rows } = await portaria.sql.query<{ id: number }>(
    'insert into profiles (module_id, name, company_id) values ($1, $2, $3) returning id',
    [exampleModule, name, company],
  )
  return rows[0]?.id ?? 0
}

const search = (page: Page) => page.getByRole('searchbox')
const expand = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`aç(ão|ões) de ${name}$`) })
const functionOf = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })
const actionOf = (page: Page, name: string, action: string) =>
  page.getByRole('group', { name: `Ações de ${name}` }).getByLabel(action)

test.describe('/profile-list', () => {
  test('is in the menu and lists profiles with whose they are and to whom they are shown', async ({
    page,
    enter,
    checkAxe,
  }) => {
    await enter('/home')
    await page.getByRole('navigation').getByRole('link', { name: 'Perfil', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Perfil' })).toBeVisible()
    await expect(page.getByRole('columnheader')).toHaveText([
      'Nome',
      'Serviço',
      'Módulo',
      'Criado por',
      'Exibido Para',
      'Data de criação',
      'Data de atualização',
      'Status',
      'Ações',
    ])
    await checkAxe()
    await search(page).fill('balcao de pedidos')
    await expect(row(page, 'Balcão de pedidos')).toContainText('Módulo de Exemplo')
    await expect(row(page, 'Balcão de pedidos').getByRole('cell').nth(3)).toHaveText('Admin')
    await search(page).fill('excluído')
    await expect(row(page, 'Conferência noturna')).toContainText('Excluído')
    await expect(
      row(page, 'Conferência noturna').getByRole('link', { name: /^Adicionar função/ }),
    ).toHaveCount(0)
    await search(page).fill('operador de pedidos')
    const found = row(page, 'Operador de pedidos')
    await expect(found.getByRole('cell').nth(2)).toHaveText('Administrador')
    await expect(found.getByRole('cell').nth(3)).toHaveText('Operadora')
    await found.getByRole('link', { name: 'Adicionar função: Operador de pedidos' }).click()
    await expect(page).toHaveURL(/\/profile-edit-function\?id=116$/)
  })

  test('shows a master user what the company made and is shown, and changes only the former', async ({
    page,
    enter,
    checkAxe,
  }) => {
    await enter('/profile-list?search=pedidos', 'master@portaria.example')
    await expect(page.getByRole('columnheader', { name: 'Exibido Para' })).toHaveCount(0)
    await page.evaluate(() => localStorage.removeItem('currentService'))
    await page.reload()
    const own = row(page, 'Balcão de pedidos')
    await expect(own.getByRole('link', { name: 'Editar: Balcão de pedidos' })).toBeVisible()
    const shown = row(page, 'Operador de pedidos')
    await expect(shown).toBeVisible()
    await expect(shown.getByRole('link')).toHaveCount(0)
    await checkAxe()
    await own.getByRole('link', { name: 'Editar: Balcão de pedidos' }).click()
    await expect(page.getByLabel('Nome')).toHaveValue('Balcão de pedidos')
    await expect(page.getByLabel('Exibir para empresas')).toHaveCount(0)
    await expect(page.getByLabel('Perfil master')).toHaveCount(0)
  })
})

test.describe('/profile-create', () => {
  test('asks for all fields, and creates a profile once identity is confirmed', async ({
    page,
    enter,
    checkAxe,
  }) => {
    await enter('/profile-list')
    await page.getByRole('link', { name: 'Novo Perfil' }).click()
    await expect(page.getByRole('heading', { name: 'Cadastro de perfil' })).toBeVisible()
    await save(page)
    await expect(page.getByText(required)).toHaveCount(3)
    await checkAxe()
    await page.getByLabel('Nome').fill('Mesa de testes')
    await choose(page, 'Serviço', 'Credenciamento')
    await expect(page.getByText(required)).toHaveCount(0)
    await choose(page, 'Módulo', 'Módulo de Exemplo')
    await page.getByLabel('Exibir para empresas').check()
    await page.getByLabel('Perfil master').check()
    await save(page)
    await expect(page.getByLabel('Perfil master')).toHaveAccessibleDescription(
      /Só perfis da Gestão de Acesso podem ser perfil master\.$/,
    )
    await checkAxe()
    await page.getByLabel('Perfil master').uncheck()
    await save(page)
    await confirmIdentity(page)
    await expect(toast(page, 'Perfil cadastrado com sucesso!')).toBeVisible()
    await expect(page).toHaveURL(/\/profile-list$/)
    await search(page).fill('mesa de testes')
    await expect(row(page, 'Mesa de testes').getByRole('cell').first()).toHaveText('Credenciamento')
  })

  test('a module chosen first brings its service along; a name that is taken is told', async ({
    page,
    enter,
  }) => {
    await enter('/profile-create')
    await page.getByLabel('Nome').fill('Operador de pedidos')
    await choose(page, 'Módulo', 'Módulo de Exemplo')
    await expect(page.getByRole('combobox', { name: 'Serviço' })).toHaveValue('Credenciamento')
    await save(page)
    await confirmIdentity(page)
    const taken = 'Já existe um perfil com este nome neste módulo.'
    await expect(toast(page, taken)).toBeVisible()
    await expect(page.getByLabel('Nome')).toHaveAccessibleDescription(taken)
    await page.getByLabel('Nome').fill('Outro nome')
    await page.route('**/api/profile', (route) => route.abort())
    await save(page)
    await confirmIdentity(page)
    await expect(toast(page, 'Erro ao cadastrar perfil!')).toBeVisible()
  })
})

test.describe('/profile-edit', () => {
  test('updates a profile, and says where nothing was changed', async ({
    page,
    portaria,
    enter,
    checkAxe,
  }) => {
    const id = await addProfile(portaria, 'A renomear')
    await enter(`/profile-edit?id=${id}`)
    await expect(page.getByRole('heading', { name: 'Edição de perfil' })).toBeVisible()
    await expect(page.getByLabel('Nome')).toHaveValue('A renomear')
    await expect(page.getByRole('combobox', { name: 'Serviço' })).toHaveValue('Credenciamento')
    await expect(page.getByRole('combobox', { name: 'Módulo' })).toHaveValue('Módulo de Exemplo')
    await checkAxe()
    await save(page)
    await expect(toast(page, 'Nenhum dado foi alterado!')).toBeVisible()
    await page.getByLabel('Nome').fill(' ')
    await save(page)
    await expect(page.getByLabel('Nome')).toHaveAccessibleDescription(required)
    await page.getByLabel('Nome').fill('Renomeado')
    await save(page)
    await confirmIdentity(page)
    await expect(toast(page, 'Perfil atualizado com sucesso!')).toBeVisible()
    await expect(page).toHaveURL(/\/profile-list$/)
  })

  test('deletes a profile once asked, hides its form, and activates it again', async ({
    page,
    portaria,
    enter,
    checkAxe,
  }) => {
    const id = await addProfile(portaria, 'Passageiro')
    const question = 'Deseja realmente excluir este Perfil?'
    await enter(`/profile-edit?id=${id}`)
    await page.getByRole('button', { name: 'Excluir perfil' }).click()
    await answer(page, question, false)
    await page.getByRole('button', { name: 'Excluir perfil' }).click()
    await answer(page, question, true)
    await confirmIdentity(page)
    await expect(toast(page, 'Perfil excluído com sucesso!')).toBeVisible()
    await expect(page).toHaveURL(/\/profile-list$/)
    await search(page).fill('passageiro')
    await expect(row(page, 'Passageiro')).toContainText('Excluído')
    await row(page, 'Passageiro').getByRole('link', { name: 'Editar: Passageiro' }).click()
    await expect(page.getByRole('button', { name: 'Ativar perfil' })).toBeVisible()
    await expect(page.getByLabel('Nome')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Salvar' })).toHaveCount(0)
    await checkAxe()
    await page.getByRole('button', { name: 'Ativar perfil' }).click()
    await confirmIdentity(page)
    await expect(toast(page, 'Perfil ativado com sucesso!')).toBeVisible()
    await expect(row(page, 'Passageiro')).toContainText('Ativo')
  })

  test('tells that the status was not changed, and why', async ({ page, portaria, enter }) => {
    const name = 'Nome disputado'
    const id = await addProfile(portaria, name)
    await portaria.sql.query('update profiles set status = 0 where id = $1', [id])
    await addProfile(portaria, name)
    await enter(`/profile-edit?id=${id}`)
    await page.getByRole('button', { name: 'Ativar perfil' }).click()
    await confirmIdentity(page)
    await expect(toast(page, 'Erro ao atualizar o status do perfil!')).toBeVisible()
    await expect(toast(page, 'Já existe um perfil com este nome neste módulo.')).toBeVisible()
  })

  test('offers no deletion of a system profile, and goes back where there is none', async ({
    page,
    enter,
  }) => {
    await enter('/profile-edit?id=8')
    await expect(page.getByLabel('Nome')).toHaveValue('Usuário Master')
    await expect(page.getByRole('button', { name: 'Excluir perfil' })).toHaveCount(0)
    await page.goto('/profile-edit?id=2')
    await expect(toast(page, 'Erro inesperado')).toBeVisible()
    await expect(page).toHaveURL(/\/profile-list$/)
    await page.goto('/profile-edit')
    await expect(page).toHaveURL(/\/profile-list$/)
  })
})

test.describe('/profile-edit-function', () => {
  test('ticks what is held, expands what is ticked, and saves the difference by keyboard too', async ({
    page,
    portaria,
    enter,
    checkAxe,
  }) => {
    const id = await addProfile(portaria, 'Com funções')
    await portaria.sql.query(
      `insert into profile_functions (profile_id, function_id, module_id)
       select $1, id, module_id from functions where module_id = $2 and url = '/relatorios'`,
      [id, exampleModule],
    )
    await enter(`/profile-edit-function?id=${id}`)
    await expect(
      page.getByRole('heading', { name: 'Alteração de funções do perfil' }),
    ).toBeVisible()
    await expect(page.getByText('Perfil: Com funções · Módulo: Módulo de Exemplo')).toBeVisible()
    await expect(functionOf(page, 'Relatórios')).toBeChecked()
    await expect(functionOf(page, 'Pedidos')).not.toBeChecked()
    await save(page)
    await expect(toast(page, 'Nenhum dado foi alterado!')).toBeVisible()

    await functionOf(page, 'Pedidos').focus()
    await page.keyboard.press('Space')
    await expect(expand(page, 'Pedidos')).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('Tab')
    await expect(expand(page, 'Pedidos')).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await expect(actionOf(page, 'Pedidos', 'Aprovar')).toBeChecked()
    await expect(expand(page, 'Pedidos')).toHaveText(/^1 de \d ações/)
    await checkAxe()
    await functionOf(page, 'Relatórios').uncheck()
    await expand(page, 'Clientes').click()
    await actionOf(page, 'Clientes', 'Editar').check()
    await expect(functionOf(page, 'Clientes')).toBeChecked()

    await save(page)
    await confirmIdentity(page)
    await expect(toast(page, 'Perfil atualizado com sucesso!')).toBeVisible()
    await expect(page).toHaveURL(/\/profile-list$/)
    const { rows } = await portaria.sql.query(
      `select f.name, (select array_agg(a.name) from profile_actions pa join actions a on a.id = pa.action_id
         where pa.profile_id = pf.profile_id and pa.function_id = f.id) as actions
       from profile_functions pf join functions f on f.id = pf.function_id where pf.profile_id = $1 order by 1`,
      [id],
    )
    expect(rows).toEqual([
      { name: 'Clientes', actions: ['Editar'] },
      { name: 'Pedidos', actions: ['Aprovar'] },
    ])
    await page.goto(`/profile-edit-function?id=${id}`)
    await expect(functionOf(page, 'Clientes')).toBeChecked()
    await expand(page, 'Clientes').click()
    await expect(actionOf(page, 'Clientes', 'Editar')).toBeChecked()
    await expect(actionOf(page, 'Clientes', 'Excluir')).not.toBeChecked()
  })

  test('stays usable with 300 functions: a search finds functions and actions', async ({
    page,
    portaria,
    enter,
    checkAxe,
  }) => {
    await portaria.sql
      .query(`with m as (insert into modules (service_id, name, url) values (1, 'Enorme', 'enorme.example') returning id),
      f as (insert into functions (module_id, name, url) select m.id, 'Função ' || lpad(n::text, 3, '0'), '/f/' || n from m, generate_series(1, 300) n returning id, name),
      a as (insert into actions (function_id, name, path) select id, 'Criar', 'criar' from f)
      insert into profiles (module_id, name) select id, 'Enorme' from m`)
    await portaria.sql.query(`insert into actions (function_id, name, path)
      select id, 'Homologar', 'homologar' from functions where name = 'Função 217'`)
    const { rows } = await portaria.sql.query<{ id: number }>(
      `select id from profiles where name = 'Enorme'`,
    )
    await enter(`/profile-edit-function?id=${rows[0]?.id}`)
    await expect(page.getByText('0 de 300 funções marcadas')).toBeVisible()
    await search(page).fill('funcao 042')
    await expect(page.getByRole('checkbox')).toHaveCount(1)
    await functionOf(page, 'Função 042').check()
    await search(page).fill('homologar')
    await actionOf(page, 'Função 217', 'Homologar').check()
    await checkAxe()
    await search(page).press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await search(page).fill('não há')
    await expect(
      page.getByText('Nenhum resultado encontrado para os critérios de pesquisa.'),
    ).toBeVisible()
    await search(page).fill('')
    await expect(page.getByText('2 de 300 funções marcadas')).toBeVisible()
    await save(page)
    await confirmIdentity(page)
    await expect(toast(page, 'Perfil atualizado com sucesso!')).toBeVisible()
  })

  test('keeps what was ticked where the save fails, and sends only what is left', async ({
    page,
    portaria,
    enter,
  }) => {
    const id = await addProfile(portaria, 'Meio salvo')
    await portaria.sql.query(
      `insert into profile_functions (profile_id, function_id, module_id)
       select $1, id, module_id from functions where module_id = $2 and url = '/clientes'`,
      [id, exampleModule],
    )
    await enter(`/profile-edit-function?id=${id}`)
    await functionOf(page, 'Clientes').uncheck()
    await functionOf(page, 'Relatórios').check()
    await page.route('**/api/function-action/add-function-action', (route) => route.abort())
    await save(page)
    await confirmIdentity(page)
    await expect(toast(page, 'Erro ao cadastrar perfil!')).toBeVisible()
    await page.unroute('**/api/function-action/add-function-action')
    await expect(functionOf(page, 'Relatórios')).toBeChecked()
    await expect(functionOf(page, 'Clientes')).not.toBeChecked()
    const sent = page.waitForRequest('**/api/function-action/add-function-action')
    await save(page)
    await confirmIdentity(page)
    await sent
    await expect(toast(page, 'Perfil atualizado com sucesso!')).toBeVisible()
    const { rows } = await portaria.sql.query(
      `select f.url from profile_functions pf join functions f on f.id = pf.function_id where pf.profile_id = $1`,
      [id],
    )
    expect(rows).toEqual([{ url: '/relatorios' }])
  })

  test("tells why the administrators' profile loses nothing", async ({ page, enter }) => {
    await enter('/profile-edit-function?id=1')
    await search(page).fill('empresas')
    await functionOf(page, 'Empresas').uncheck()
    await save(page)
    await confirmIdentity(page)
    await expect(toast(page, 'Erro ao cadastrar perfil!')).toBeVisible()
    await expect(
      page.getByRole('alert').filter({ hasText: 'Este perfil é do sistema' }),
    ).toBeVisible()
  })
})

/** Opens the example module as the operator of company 2 and answers its page. */
async function arriveAtModule(browser: Browser, portaria: Portaria): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await signIn(page, portaria, 'operador@portaria.example')
  const { rows } = await portaria.sql.query<{ company: string; service: string }>(
    `select c.name as company, s.name as service from companies c, modules m join services s on s.id = m.service_id
     where c.id = 2 and m.id = $1`,
    [exampleModule],
  )
  const choice = (region: string, name = '') =>
    page.getByRole('region', { name: region }).getByRole('button', { name })
  await choice('Empresa', rows[0]?.company).click()
  await choice('Serviço', rows[0]?.service).click()
  await page.getByRole('button', { name: 'Acessar Módulo de Exemplo' }).click()
  const opened = page.context().waitForEvent('page')
  await page.getByRole('dialog').getByRole('button', { name: '7101' }).click()
  return opened
}

test('a function and its actions made in the console show up in the choices of a profile, and once ticked and saved are what the module lets its people do', async ({
  page,
  portaria,
  enter,
  browser,
}) => {
  await enter('/function-create')
  await page.getByLabel('Nome').fill('Notas fiscais')
  await choose(page, 'Módulo', 'Módulo de Exemplo')
  await page.getByLabel('Url').fill('notas')
  await save(page)
  await expect(toast(page, 'Função cadastrada com sucesso!')).toBeVisible()
  await expect(page).toHaveURL(/\/function-list$/)
  await search(page).fill('notas fiscais')
  await row(page, 'Notas fiscais').getByRole('link', { name: 'Ações: Notas fiscais' }).click()
  for (const [name, path] of [
    ['Emitir', 'emitir'],
    ['Estornar', 'estornar'],
  ] as const) {
    await page.getByRole('link', { name: 'Nova Action' }).click()
    await page.getByLabel('Nome').fill(name)
    await page.getByLabel('Path').fill(path)
    await save(page)
    await expect(row(page, name)).toBeVisible()
  }

  const module = await arriveAtModule(browser, portaria)
  await expect(module.getByRole('heading', { name: 'O que você pode fazer aqui' })).toBeVisible()
  await expect(module.getByText('Notas fiscais')).toHaveCount(0)

  await page.getByRole('navigation').getByRole('link', { name: 'Perfil', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Perfil', exact: true })).toBeVisible()
  await search(page).fill('operador de pedidos')
  await row(page, 'Operador de pedidos')
    .getByRole('link', { name: 'Adicionar função: Operador de pedidos' })
    .click()
  await functionOf(page, 'Notas fiscais').check()
  await actionOf(page, 'Notas fiscais', 'Emitir').check()
  await save(page)
  await confirmIdentity(page)
  await expect(toast(page, 'Perfil atualizado com sucesso!')).toBeVisible()

  // Who is inside the module keeps what its token said; who arrives again has what the profile says now.
  const again = await arriveAtModule(browser, portaria)
  const granted = again.getByRole('listitem').filter({ hasText: 'Notas fiscais' })
  await expect(granted).toContainText('/notas')
  await expect(granted.getByRole('listitem')).toHaveText(['emitir'])
})

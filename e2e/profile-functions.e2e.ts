import type { Page } from '@playwright/test'
import { follow } from './follow.ts'
import { expect, test } from './console.ts'
import type { Portaria } from './portaria.ts'
import { alert, confirmIdentity, nothing, save, search, toast } from './screen.ts'
import type { World } from './world.ts'

const expand = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`aç(ão|ões) de ${name}$`) })
const functionOf = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })
const actionOf = (page: Page, name: string, action: string) =>
  page.getByRole('group', { name: `Ações de ${name}` }).getByLabel(action)

/** Creates a module with three functions and a profile with some of them. */
async function addProfile(world: World, holds: ('Clientes' | 'Relatórios')[]) {
  const module = await world.module()
  const clients = { name: 'Clientes', url: '/clientes' }
  const functions = [
    await world.function(module.id, { name: 'Pedidos', url: '/pedidos' }, ['Aprovar', 'Criar']),
    await world.function(module.id, { name: 'Relatórios', url: '/relatorios' }),
    await world.function(module.id, clients, ['Criar', 'Editar', 'Excluir']),
  ]
  const held = functions.filter(({ name }) => holds.some((each) => each === name))
  return { ...(await world.profile(module.id, {}, held)), module }
}

/** Returns the names of a profile's functions and actions. */
async function heldBy({ sql }: Portaria, profileId: number) {
  const held = await sql.query<{ name: string; actions: string[] | null }>(
    `select f.name, (select array_agg(a.name) from profile_actions pa join actions a on a.id = pa.action_id
       where pa.profile_id = pf.profile_id and pa.function_id = f.id) as actions
     from profile_functions pf join functions f on f.id = pf.function_id where pf.profile_id = $1 order by 1`,
    [profileId],
  )
  return held.rows
}

test.describe('/profile-edit-function', () => {
  test('ticks, searches and saves the functions of a profile, or shows why not', async ({
    page,
    portaria,
    world,
    enter,
  }) => {
    test.slow()
    await test.step("ticks the profile's functions, expands ticked ones, and saves the difference, also by keyboard", async () => {
      const { id, name, module } = await addProfile(world, ['Relatórios'])
      await enter(`/profile-edit-function?id=${id}`)
      await expect(
        page.getByRole('heading', { name: 'Alteração de funções do perfil' }),
      ).toBeVisible()
      await expect(page.getByText(`Perfil: ${name} · Módulo: ${module.name}`)).toBeVisible()
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
      await expect(expand(page, 'Pedidos')).toHaveText(/^1 de 2 ações/)
      await functionOf(page, 'Relatórios').uncheck()
      await expand(page, 'Clientes').click()
      await actionOf(page, 'Clientes', 'Editar').check()
      await expect(functionOf(page, 'Clientes')).toBeChecked()

      await expect(page.getByLabel('Marcadas neste perfil')).toHaveText(
        '2 de 3 funções e 2 de 5 ações marcadas · +2 funções, −1 função, +2 ações',
      )

      await page.getByRole('button', { name: 'Salvar' }).focus()
      await page.keyboard.press('Enter')
      const changes = page.getByRole('dialog').getByRole('list', { name: 'O que muda' })
      await expect(changes.locator('> li > span')).toHaveText([
        '+2 funções: ',
        '−1 função: ',
        '+2 ações: ',
      ])
      await expect(changes.locator('> li > ul > li')).toHaveText([
        'Clientes',
        'Pedidos',
        'Relatórios',
        'Clientes: Editar',
        'Pedidos: Aprovar',
      ])
      await confirmIdentity(page)
      await expect(toast(page, 'Perfil atualizado com sucesso!')).toBeVisible()
      await expect(page).toHaveURL(/\/profile-list$/)
      expect(await heldBy(portaria, id)).toEqual([
        { name: 'Clientes', actions: ['Editar'] },
        { name: 'Pedidos', actions: ['Aprovar'] },
      ])
      await follow(page, `/profile-edit-function?id=${id}`)
      await expect(functionOf(page, 'Clientes')).toBeChecked()
      await expand(page, 'Clientes').click()
      await expect(actionOf(page, 'Clientes', 'Editar')).toBeChecked()
      await expect(actionOf(page, 'Clientes', 'Excluir')).not.toBeChecked()
    })

    await test.step('stays usable with 300 functions: a search finds functions and actions', async () => {
      const module = await world.module()
      await portaria.sql.query(
        `with f as (insert into functions (module_id, name, url)
         select $1, 'Função ' || lpad(n::text, 3, '0'), '/f/' || n from generate_series(1, 300) n returning id, name)
       insert into actions (function_id, name, path)
       select id, 'Criar', 'criar' from f union all
       select id, 'Homologar', 'homologar' from f where name = 'Função 217'`,
        [module.id],
      )
      const { id } = await world.profile(module.id)
      await follow(page, `/profile-edit-function?id=${id}`)
      await expect(page.getByText('0 de 300 funções e 0 de 301 ações marcadas')).toBeVisible()
      await search(page).fill('funcao 042')
      await expect(page.getByRole('list', { name: 'Funções' }).getByRole('checkbox')).toHaveCount(1)
      await functionOf(page, 'Função 042').check()
      await search(page).fill('homologar')
      await actionOf(page, 'Função 217', 'Homologar').check()
      await search(page).press('Enter')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await search(page).fill('não há')
      await expect(page.getByText(nothing)).toBeVisible()
      await search(page).fill('')
      await expect(functionOf(page, 'Função 300')).toBeVisible()
      await expect(page.getByText(/^2 de 300 funções e 1 de 301 ações marcadas/)).toBeVisible()
      await save(page)
      await confirmIdentity(page)
      await expect(toast(page, 'Perfil atualizado com sucesso!')).toBeVisible()
      await expect(page).toHaveURL(/\/profile-list$/)
      expect(await heldBy(portaria, id)).toEqual([
        { name: 'Função 042', actions: null },
        { name: 'Função 217', actions: ['Homologar'] },
      ])
    })

    await test.step('keeps the ticks if the save fails, and then sends only the rest', async () => {
      const { id } = await addProfile(world, ['Clientes'])
      await follow(page, `/profile-edit-function?id=${id}`)
      await functionOf(page, 'Clientes').uncheck()
      await functionOf(page, 'Relatórios').check()
      await page.route('**/api/function-action/add-function-action', (route) => route.abort())
      await save(page)
      await confirmIdentity(page)
      await expect(toast(page, 'Erro ao cadastrar perfil!')).toBeVisible()
      await page.unroute('**/api/function-action/add-function-action')
      await expect(functionOf(page, 'Relatórios')).toBeChecked()
      await expect(functionOf(page, 'Clientes')).not.toBeChecked()
      const sent: string[] = []
      page.on('request', (request) => {
        const path = new URL(request.url()).pathname
        if (path.startsWith('/api/function-action/')) sent.push(path)
      })
      await save(page)
      await confirmIdentity(page)
      await expect(toast(page, 'Perfil atualizado com sucesso!')).toBeVisible()
      await expect(page).toHaveURL(/\/profile-list$/)
      expect(sent).toEqual(['/api/function-action/add-function-action'])
      expect(await heldBy(portaria, id)).toEqual([{ name: 'Relatórios', actions: null }])
    })

    await test.step("explains why the administrators' profile cannot lose functions", async () => {
      await follow(page, '/profile-edit-function?id=1')
      await search(page).fill('empresas')
      await functionOf(page, 'Empresas').uncheck()
      await save(page)
      await expect(toast(page, 'Erro ao cadastrar perfil!')).toBeVisible()
      await expect(alert(page, 'Este perfil é do sistema')).toBeVisible()
    })
  })
})

/** Personal data: the user's own page, administrators' answers, and the erasure of deleted users. */
import { readFile } from 'node:fs/promises'
import { expect, test } from './console.ts'
import { follow } from './follow.ts'
import { heading, addUser } from './people-rows.ts'
import {
  answer,
  chooseFromUserMenu,
  monitoring,
  confirmIdentity,
  expectToFit,
  row,
  proofDialog,
  rows,
  save,
  toast,
} from './screen.ts'

test.describe('/my-data', () => {
  test('shows a user the stored data about them', async ({
    page,
    portaria,
    world,
    enter,
    checkAxe,
  }) => {
    await test.step('shows the stored data, requests a correction, and downloads the file after the identity confirmation', async () => {
      const { id, email } = await world.master()
      await enter('/home', email)
      await portaria.sql.query('update sessions set user_agent = $1 where user_id = $2', [
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36',
        id,
      ])
      await chooseFromUserMenu(page, 'Meus dados')
      await expect(heading(page, 'Meus dados')).toBeVisible()
      const account = page.getByRole('region', { name: 'Cadastro', exact: true })
      await expect(account.getByText(email, { exact: true })).toBeVisible()
      await expect(page.getByRole('table', { name: 'Sessões' }).locator('tbody tr')).toHaveCount(1)
      // The screen shows a readable browser name; the file contains the whole user agent.
      await expect(page.getByRole('table', { name: 'Sessões' })).toContainText('Chrome no Linux')
      await expect(page.getByText(/^Sem registros: .*Tokens de acesso/)).toBeVisible()
      for (const width of [360, 1920]) {
        await page.setViewportSize({ width, height: 900 })
        await expectToFit(page, width)
      }

      const corrections = page.getByRole('region', { name: 'Pedir uma correção' })
      await corrections.getByRole('button', { name: 'Pedir correção' }).click()
      await expect(corrections.getByText('Escolha o dado a corrigir.')).toBeVisible()
      await expect(corrections.getByLabel('Dado')).toBeFocused()
      await checkAxe()
      await corrections.getByLabel('Dado').selectOption('Telefone')
      await corrections.getByLabel('Como deve ficar').fill('+55 11 99999-0000')
      await corrections.getByRole('button', { name: 'Pedir correção' }).press('Enter')
      await confirmIdentity(page)
      const [requestItem] = [corrections.getByRole('listitem').filter({ hasText: 'Telefone' })]
      await expect(requestItem).toContainText('Em aberto')
      await expect(requestItem).toContainText(/Prazo da resposta: \d\d\/\d\d\/\d{4}/)
      await expect(corrections.getByLabel('Como deve ficar')).toHaveValue('')
      await expect(corrections.getByRole('button', { name: 'Pedir correção' })).toBeFocused()

      // A second request for the same field is refused before the identity confirmation.
      await corrections.getByLabel('Dado').selectOption('Telefone')
      await expect(corrections.getByText(/^Você já pediu a correção deste dado em /)).toBeVisible()
      await corrections.getByLabel('Como deve ficar').fill('+55 11 99999-1111')
      await corrections.getByRole('button', { name: 'Pedir correção' }).press('Enter')
      await expect(corrections.getByLabel('Dado')).toBeFocused()
      await expect(proofDialog(page)).toHaveCount(0)
      await corrections.getByLabel('Dado').selectOption('Nome')
      await expect(corrections.getByText(/^Você já pediu/)).toHaveCount(0)
      await page.getByRole('link', { name: 'ACESSE AS EMPRESAS' }).click()
      await answer(page, 'Há alterações não salvas. Deseja sair sem salvar?', false)
      await expect(corrections.getByLabel('Como deve ficar')).toHaveValue('+55 11 99999-1111')
      await corrections.getByLabel('Como deve ficar').fill('')

      const downloading = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Baixar CSV' }).click()
      await confirmIdentity(page)
      const file = await downloading
      expect(file.suggestedFilename()).toMatch(/^meus-dados-[\d-]+\.csv$/)
      expect(await readFile(await file.path(), 'utf8')).toContain(`Cadastro;1;E-mail;${email}`)
      expect(await readFile(await file.path(), 'utf8')).toMatch(/Sessões;1;Navegador;.*Mozilla/)
    })

    await test.step('reports that it cannot be read, and retries', async () => {
      await page.route('**/api/my-data', (route) => route.abort())
      await enter('/my-data', (await world.master()).email)
      await expect(page.getByText('Não foi possível carregar a lista.')).toBeVisible()
      await page.unroute('**/api/my-data')
      await page.getByRole('button', { name: 'Tentar novamente' }).click()
      await expect(page.getByRole('region', { name: 'Cadastro', exact: true })).toBeVisible()
    })
  })
})

test.describe('/data-request-list', () => {
  test('lists requests by due date and answers them', async ({ page, portaria, world, enter }) => {
    await test.step('links to a request, which is answered once and then read-only', async () => {
      const person = await addUser(portaria, [await world.build.company()], {
        name: world.unique('Titular'),
      })
      await portaria.sql.query(
        `insert into data_requests (user_id, field, wanted, created_at, due_at)
       values ($1, 'name', 'Ana Maria', now() - interval '16 days', now() - interval '1 day')`,
        [person.id],
      )
      await enter('/home')
      await monitoring(page).getByRole('link', { name: 'Pedidos de titulares' }).click()
      await page.getByRole('searchbox').fill(person.name)
      await expect(rows(page)).toHaveText([person.name])
      await expect(row(page, person.name)).toContainText('Em atraso')
      await page.getByRole('link', { name: `Responder: Nome de ${person.name}` }).click()
      await expect(page.getByText('Ana Maria')).toBeVisible()
      // No answer is preselected.
      const outcome = page.getByRole('combobox', { name: 'Resultado' })
      await expect(outcome).toHaveValue('')
      await save(page)
      await expect(page.getByText('Escreva a resposta para a pessoa.')).toBeVisible()
      await expect(outcome).toHaveAccessibleDescription('Escolha se o pedido foi atendido.')
      await expect(outcome).toBeFocused()
      await page.getByLabel('Resposta').fill('Corrigido em seu cadastro.')
      await outcome.click()
      await page.getByRole('option', { name: 'Atendido' }).click()
      await save(page)
      await confirmIdentity(page)
      await expect(toast(page, 'Resposta enviada')).toBeVisible()
      await expect(row(page, person.name)).toContainText('Respondido')
      await page.getByRole('link', { name: `Ver: Nome de ${person.name}` }).click()
      await expect(page.getByText('Corrigido em seu cadastro.')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Salvar' })).toHaveCount(0)
    })

    await test.step('starts with open requests, earliest due date first', async () => {
      const name = world.unique('Esperando')
      const { id } = await addUser(portaria, [await world.build.company()], { name })
      await portaria.sql.query(
        `insert into data_requests (user_id, field, wanted, created_at, due_at, answered_at, answered_by, accepted, answer)
       select $1, field, 'Outro.', now() + (due - 15) * interval '1 day', now() + due * interval '1 day',
         case when answered then now() end, case when answered then $1::integer end,
         case when answered then true end, case when answered then 'Feito.' end
       from (values ('name', -9, true), ('email', 7, false), ('code', -2, false), ('other', 2, false)) as v (field, due, answered)`,
        [id],
      )
      await follow(page, `/data-request-list?search=${encodeURIComponent(name)}`)
      await expect(page.locator('tbody [data-label="Status"]')).toHaveText([
        'Em atraso',
        'Em aberto',
        'Em aberto',
        'Respondido',
      ])
      await expect(page.locator('tbody [data-label="Dado"]')).toHaveText([
        'Código de usuário',
        'Outro dado',
        'E-mail',
        'Nome',
      ])
    })
  })
})

test.describe('/erasure-list', () => {
  test('previews and erases, and is not available to other users', async ({
    page,
    portaria,
    world,
    enter,
  }) => {
    await test.step('previews the erased data, and erases it irreversibly', async () => {
      const person = await addUser(portaria, [await world.build.company()], {
        name: world.unique('Apagável'),
        deleted: true,
      })
      await enter('/home')
      await monitoring(page).getByRole('link', { name: 'Dados a apagar' }).click()
      await page.getByRole('searchbox').fill(person.name)
      await expect(row(page, person.name)).toContainText('No prazo')
      await page.getByRole('link', { name: `Ver o que é apagado: ${person.name}` }).click()
      await expect(page.getByText(/^O prazo ainda não terminou/)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Apagar definitivamente' })).toHaveCount(0)

      await portaria.sql.query(
        `update users set deleted_at = now() - interval '185 days' where id = $1`,
        [person.id],
      )
      await page.getByRole('button', { name: 'Voltar' }).click()
      await expect(row(page, person.name)).toContainText('Prazo cumprido')
      await page.getByRole('link', { name: `Ver o que é apagado: ${person.name}` }).click()
      await expect(
        page.getByRole('listitem').filter({ hasText: 'Vínculos com empresas' }),
      ).toHaveText('Vínculos com empresas1')
      for (const width of [360, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        await expectToFit(page, width)
      }
      const erase = page.getByRole('button', { name: 'Apagar definitivamente' })
      await erase.click()
      await expect(page.getByLabel('Senha', { exact: true })).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(erase).toBeFocused()
      await erase.click()
      await expect(page.getByText(`Apagar os dados de ${person.name}`)).toBeVisible()
      await confirmIdentity(page)
      await expect(toast(page, 'Dados apagados.')).toBeVisible()
      await expect(row(page, person.name)).toHaveCount(0)
      const stored = await portaria.sql.query('select name from users where id = $1', [person.id])
      expect(stored.rows).toEqual([{ name: 'Pessoa removida' }])
    })

    await test.step('is not available to other users', async () => {
      await enter('/erasure-list', (await world.master()).email)
      await expect(page).toHaveURL(/\/unallowed$/)
    })
  })
})

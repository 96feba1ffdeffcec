import type { Page } from '@playwright/test'
import { expect, test } from './console.ts'
import { follow } from './follow.ts'
import {
  answer,
  confirmIdentity,
  noRows,
  proofDialog,
  row,
  rows,
  save,
  saveChanges,
  search,
  toast,
} from './screen.ts'

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const png = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') }

const chooseLogo = async (page: Page, file: typeof png) => {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /^(Escolher|Trocar) imagem$/ }).click()
  await (await chooser).setFiles(file)
}

test.describe('/module-list and /module-create', () => {
  test('create and list modules, and refuse invalid ones', async ({ page, world, enter }) => {
    await test.step('creates and lists the modules of a service', async () => {
      await test.step('continues from a new service to its two new modules', async () => {
        const service = world.unique('Interconexão')
        await enter('/service-form')
        await page.getByLabel('Nome').fill(service)
        await page.getByLabel('Descrição').fill('Com dois módulos')
        await save(page)
        await confirmIdentity(page)
        await expect(page).toHaveURL(/\/service-list$/)
        await search(page).fill(service)
        await page.getByRole('link', { name: `Módulos: ${service}` }).click()
        await expect(page.getByRole('heading', { name: 'Módulo' })).toBeVisible()
        await expect(page.getByText(`Serviço: ${service}`)).toBeVisible()
        await expect(noRows(page)).toBeVisible()

        await page.getByRole('link', { name: 'Novo Módulo' }).click()
        await expect(page.getByRole('heading', { name: 'Cadastro de Módulo' })).toBeVisible()
        await expect(page.getByLabel('Status')).toHaveCount(0)
        await page.getByLabel('Nome').fill('   ')
        await save(page)
        await expect(page.getByLabel('Nome')).toHaveAccessibleDescription(
          'Preencha o nome do módulo!',
        )
        await page.getByLabel('Nome').fill('Tarifas')
        await page.getByLabel('Url').fill('http://Tarifas.example/entrar/')
        await page.getByLabel('Habilitar múltiplos SPIDs').check()
        await expect(page.getByLabel('Protocolo')).toHaveValue('http://')
        await expect(page.getByLabel('Url')).toHaveValue('tarifas.example/entrar')
        await save(page)
        await expect(toast(page, 'Módulo cadastrado com sucesso!')).toBeVisible()
        await expect(page).toHaveURL(/\/module-list\?serviceId=\d+$/)
        await expect(row(page, 'Tarifas')).toContainText('Ativo')

        await page.getByRole('link', { name: 'Novo Módulo' }).click()
        await page.getByLabel('Nome').fill('Acordos')
        await save(page)
        await expect(row(page, 'Acordos')).toBeVisible()
        await page.getByRole('searchbox', { name: 'Buscar Módulo:' }).fill('tari')
        await expect(rows(page)).toHaveText(['Tarifas'])
        await page.getByRole('link', { name: 'Editar: Tarifas' }).click()
        await expect(page.getByLabel('Habilitar múltiplos SPIDs')).toBeChecked()
        await expect(page.getByLabel('Protocolo')).toHaveValue('http://')
      })

      await test.step('redirects to the services if the URL names none', async () => {
        await follow(page, '/module-list')
        await expect(page).toHaveURL(/\/service-list$/)
        await follow(page, '/module-list?serviceId=0')
        await expect(page).toHaveURL(/\/service-list$/)
      })
    })

    await test.step('refuses invalid addresses and a name that the service already has', async () => {
      const { service, name } = await world.module()
      await follow(page, `/module-create?serviceId=${service.id}`)
      await page.getByLabel('Nome').fill(name.toUpperCase())
      const invalid = 'Informe um endereço http ou https válido.'
      for (const url of ['javascript:alert(1)', 'https://eu:senha@x.example', 'x.example/?a=1']) {
        await page.getByLabel('Url').fill(url)
        // Wait until the previous error disappears.
        await expect(page.getByLabel('Url')).not.toHaveAccessibleDescription(invalid)
        await save(page)
        await expect(page.getByLabel('Url')).toHaveAccessibleDescription(invalid)
      }
      await page.getByLabel('Url').fill('x.example')
      await save(page)
      await expect(toast(page, 'Erro ao cadastrar módulo!')).toBeVisible()
      await expect(page.getByLabel('Nome')).toHaveAccessibleDescription(
        'Já existe um módulo com este nome neste serviço.',
      )
    })
  })
})

test.describe('/module-edit', () => {
  test('updates a module and its logo', async ({ page, world, enter, checkAxe }) => {
    await test.step('updates a module and returns to the list of its service', async () => {
      const { id, name, service } = await world.module()
      await enter(`/module-edit?id=${id}&serviceId=${service.id}`)
      await expect(page.getByRole('heading', { name: 'Edição de Módulo' })).toBeVisible()
      await expect(page.getByLabel('Url')).toHaveValue('modulo.example')
      await page.getByLabel('Status').selectOption('Inativo')
      await saveChanges(page)
      await expect(toast(page, 'Módulo atualizado com sucesso!')).toBeVisible()
      await expect(page).toHaveURL(new RegExp(`/module-list\\?serviceId=${service.id}$`))
      await expect(row(page, name)).toContainText('Inativo')
    })

    await test.step('another address requires the password, and names the users who are sent there', async () => {
      const { id, name, service } = await world.module()
      await follow(page, `/module-edit?id=${id}&serviceId=${service.id}`)
      await page.getByLabel('Url').fill('outro.example')
      await save(page)
      await expect(proofDialog(page)).toContainText(`Atualizar o módulo ${name}`)
      await expect(proofDialog(page)).toContainText('Url: modulo.example → outro.example')
      await expect(proofDialog(page)).toContainText(
        'Quem entrar no módulo a partir de agora recebe o acesso no endereço novo.',
      )
      await confirmIdentity(page)
      await expect(toast(page, 'Módulo atualizado com sucesso!')).toBeVisible()
      await expect(page).toHaveURL(/\/module-list/)
    })

    await test.step('explains why the console itself cannot be deactivated', async () => {
      await follow(page, '/module-edit?id=1&serviceId=1')
      await page.getByLabel('Status').selectOption('Inativo')
      await saveChanges(page)
      await expect(toast(page, 'Erro ao atualizar módulo!')).toBeVisible()
      await expect(page.getByLabel('Url')).toHaveAccessibleDescription(
        'Este módulo é a própria Gestão de Acesso: não pode ser inativado nem mudar de endereço.',
      )
    })

    await test.step('uploads, shows and removes a logo', async () => {
      const { id, service } = await world.module()
      await follow(page, `/module-edit?id=${id}&serviceId=${service.id}`)
      const logo = page.getByRole('region', { name: 'Imagem do módulo' })
      const big = Buffer.alloc(262_145)
      await chooseLogo(page, { ...png, buffer: big })
      await expect(logo.getByText('A imagem deve ter no máximo 256 KB.')).toBeVisible()
      await chooseLogo(page, { ...png, buffer: Buffer.from('not a picture') })
      await expect(logo.getByText('A imagem deve ser PNG, JPEG ou WebP.')).toBeVisible()
      await checkAxe()
      await chooseLogo(page, png)
      await expect(toast(page, 'Imagem atualizada.')).toBeVisible()
      await expect(logo.locator('img')).toHaveJSProperty('naturalWidth', 1)
      await page.getByLabel('Nome').fill('Com imagem')
      await saveChanges(page)
      await expect(toast(page, 'Módulo atualizado com sucesso!')).toBeVisible()
      await expect(page).toHaveURL(/\/module-list/)
      await follow(page, `/module-edit?id=${id}&serviceId=${service.id}`)
      await page.getByRole('button', { name: 'Remover imagem' }).click()
      await answer(page, 'Deseja remover a imagem do módulo?', true)
      await expect(toast(page, 'Imagem removida.')).toBeVisible()
      await expect(logo.locator('img')).toHaveCount(0)
    })
  })
})

test.describe('/secret-management', () => {
  test('a secret is generated, shown, copied and rotated', async ({
    page,
    world,
    enter,
    checkAxe,
  }) => {
    await test.step('rotates secrets; the console has none', async () => {
      await test.step('generates a second secret beside the first, then retires the old one', async () => {
        const { id, name, service } = await world.module()
        const before = await world.build.moduleSecret(id, 1)
        await enter(`/secret-management?moduleId=${id}&serviceId=${service.id}`)
        const field = page.getByLabel('Secret', { exact: true })
        await expect(field).toHaveValue(before)
        await expect(page.getByRole('button', { name: /^Retirar/ })).toHaveCount(0)
        await page.getByRole('button', { name: 'Gerar nova secret' }).click()
        await answer(page, 'Deseja gerar uma segunda secret para o módulo?', true)
        await confirmIdentity(page)
        await expect(field).not.toHaveValue(before)
        const after = await field.inputValue()
        await expect(page.getByRole('button', { name: 'Gerar nova secret' })).toHaveCount(0)
        await expect(page.getByRole('button', { name: /^Retirar/ })).toHaveCount(2)
        await page
          .getByRole('button', { name: /^Retirar/ })
          .last()
          .click()
        const question = page.getByRole('dialog', { name: 'Deseja realmente retirar esta secret?' })
        await expect(question).toContainText(`Módulo: ${name} · secret criada em `)
        await expect(question).toContainText('O módulo deixa de poder usá-la imediatamente.')
        await checkAxe()
        await answer(page, 'Deseja realmente retirar esta secret?', true)
        await confirmIdentity(page)
        await expect(toast(page, 'Secret retirada com sucesso!')).toBeVisible()
        await expect(field).toHaveValue(after)
        await expect(page.getByRole('button', { name: /^Retirar/ })).toHaveCount(0)
      })

      await test.step('explains why the console has none', async () => {
        await follow(page, '/secret-management?moduleId=1&serviceId=1')
        await page.getByRole('button', { name: 'Gerar Secret', exact: true }).click()
        await answer(page, 'Deseja gerar uma secret para o módulo?', true)
        await confirmIdentity(page)
        await expect(
          toast(page, 'Este módulo é a própria Gestão de Acesso: não usa secret.'),
        ).toBeVisible()
      })
    })

    await test.step('generates a secret after question and confirmation, and shows it masked', async () => {
      const { service, name } = await world.module()
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await follow(page, `/module-list?serviceId=${service.id}`)
      await page.getByRole('link', { name: `Gerenciar Secret: ${name}` }).click()
      await expect(page.getByRole('heading', { name: 'Gerenciamento de secret' })).toBeVisible()
      await expect(page.getByText(`Módulo: ${name}`)).toBeVisible()
      await expect(page.getByText('Ainda não há secret cadastrada para este módulo.')).toBeVisible()
      const question = 'Deseja gerar uma secret para o módulo?'
      const generate = page.getByRole('button', { name: 'Gerar Secret', exact: true })
      await generate.click()
      await answer(page, question, false)
      await expect(generate).toBeFocused()
      await page.getByRole('button', { name: 'Gerar Secret', exact: true }).click()
      await answer(page, question, true)
      await confirmIdentity(page)
      await expect(toast(page, 'Secret gerada com sucesso!')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Gerar Secret', exact: true })).toHaveCount(0)

      const field = page.getByLabel('Secret', { exact: true })
      await expect(field).toHaveAttribute('type', 'password')
      await expect(field).toHaveAttribute('readonly')
      await page.getByRole('button', { name: 'Mostrar secret' }).click()
      await expect(field).toHaveAttribute('type', 'text')
      const secret = await field.inputValue()
      expect(secret.length).toBeGreaterThan(30)
      await page.clock.install()
      await page.clock.pauseAt(Date.now() + 10_000)
      await page.getByRole('button', { name: 'Copiar secret' }).click()
      await expect(page.getByRole('button', { name: 'Secret copiada' })).toBeVisible()
      await page.clock.runFor(1000)
      await expect(page.getByRole('button', { name: 'Copiar secret' })).toBeVisible()
      await expect(toast(page, 'Copiado para a área de transferência')).toBeVisible()
      await page.clock.resume()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
      await page.reload()
      await expect(field).toHaveValue(secret)
      await page.getByRole('link', { name: 'Voltar' }).click()
      await expect(page).toHaveURL(/\/module-list/)
    })
  })
})

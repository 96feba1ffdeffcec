import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './console.ts'
import { follow } from './follow.ts'
import {
  monitoring,
  confirmIdentity,
  expectToFit,
  noRows,
  pager,
  place,
  rows,
  save,
  toast,
} from './screen.ts'
import { resetBrowser } from './sign-in-steps.ts'

const details = (page: Page) => page.getByRole('button', { name: /^Detalhes: / })
const chips = (page: Page) => page.getByRole('list', { name: 'Filtros ativos' })
const step = (page: Page, name: string) => pager(page).getByRole('button', { name })

async function chooseIn(page: Page, label: string, typed: string, option: string | RegExp) {
  const field = page.getByRole('combobox', { name: label })
  await field.click()
  await field.fill(typed)
  await page.getByRole('option', { name: option }).click()
}

test.describe('/audit-list', () => {
  test('shows the history of a record in words, with filters and pages', async ({
    page,
    world,
    enter,
    checkAxe,
  }) => {
    await test.step('shows who changed a service and what, linked from its form and back', async () => {
      const { id, name } = await world.service()
      const admin = await world.administrator()
      await enter(`/service-form?id=${id}`, admin.email)
      const renamed = world.unique('Rebatizado')
      await page.getByLabel('Nome').fill(renamed)
      await save(page)
      await confirmIdentity(page)
      await expect(toast(page, 'Serviço atualizado')).toBeVisible()
      await follow(page, `/service-form?id=${id}`)
      await page.getByRole('link', { name: 'Histórico' }).click()
      await expect(page.getByRole('heading', { name: 'Auditoria' })).toBeVisible()
      expect(place(page)).toEqual({ record: `service:${id}` })
      await expect(chips(page)).toContainText(`Registro: Serviço ${renamed}`)
      await expect(rows(page)).toHaveText([admin.name])
      const line = page.getByRole('row').filter({ has: rows(page) })
      await expect(line).toContainText('Atualização de serviço')
      await expect(line.getByRole('list', { name: 'O que mudou' })).toContainText(
        `Nome: ${name} → ${renamed}`,
      )
      await checkAxe()
      await details(page).click()
      const dialog = page.getByRole('dialog', { name: 'Atualização de serviço' })
      await expect(dialog).toContainText('Identidade confirmada porSenha')
      await expect(dialog.getByRole('list', { name: 'O que mudou' })).toContainText(
        `Nome: ${name} → ${renamed}`,
      )
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(details(page)).toBeFocused()
      // The confirmation is part of the write's row, also in the whole log.
      await follow(page, `/audit-list?user_id=${admin.id}`)
      await expect(page.getByRole('row', { name: /Atualização de serviço/ })).toContainText(
        'Confirmada com a senha',
      )
      await expect(page.getByRole('table')).not.toContainText('Confirmação de identidade')
    })

    await test.step('names the record of an empty history', async () => {
      const { id, name } = await world.build.company()
      await follow(page, `/audit-list?record=company:${id}`)
      await expect(chips(page)).toContainText(`Registro: Empresa ${name}`)
      await expect(
        page.getByText('Este registro ainda não tem eventos na auditoria.'),
      ).toBeVisible()
      await page.getByRole('button', { name: 'Ver toda a auditoria' }).click()
      await expect(rows(page).first()).toBeVisible()
      expect(place(page)).toEqual({})
    })

    await test.step('describes operations, refusals and records in words', async () => {
      const admin = await world.administrator()
      const { id: userId, company } = admin
      const { id, token } = await world.build.apiToken({ userId, companyId: company.id })
      const target = `user:${userId}`
      await world.event({
        userId,
        target,
        operation: 'userLocalValidatePassword',
        after: { operations: [`DELETE /user/secret/${userId}/${id}`] },
      })
      await world.event({
        userId,
        target,
        operation: 'apiTokenRevoke',
        after: { revoked_api_token_id: id, company_id: company.id },
      })
      const why = { refused: 'federated-user-unknown', reason: 'no-such-user' }
      await world.event({ target, operation: 'federatedCallback', after: why })
      await follow(page, `/audit-list?record=${target}`)
      const line = (operation: string) => page.getByRole('row').filter({ hasText: operation })
      await expect(line('Confirmação de identidade por senha')).toContainText(
        'Operações: Revogação de token de acesso',
      )
      const revoked = line('Revogação de token de acesso').filter({ hasText: 'Token revogado' })
      await expect(revoked).toContainText(`Token revogado: ${token.slice(0, 13)}…`)
      await expect(revoked).toContainText(`Empresa: ${company.name}`)
      await expect(line('Volta do provedor de identidade')).toContainText(
        'Motivo: Não há conta com este e-mail',
      )
      await expect(page.getByRole('table')).not.toContainText('federated-user-unknown')
    })

    await test.step('is limited by each filter, all of them in the URL', async () => {
      const admin = await world.administrator()
      const operation = 'planUpdate'
      await world.event({
        userId: admin.id,
        companyId: admin.company.id,
        operation,
        target: 'import:31',
      })
      await world.event({
        userId: admin.id,
        companyId: admin.company.id,
        operation: 'planCreate',
        target: 'import:32',
      })
      await follow(page, '/status')
      await monitoring(page).getByRole('link', { name: 'Auditoria' }).click()
      await chooseIn(page, 'Quem', admin.email, new RegExp(admin.email))
      await expect(chips(page)).toContainText(`Quem: ${admin.name}`)
      await chooseIn(page, 'Empresa', admin.company.name, admin.company.name)
      await expect(chips(page)).toContainText(`Empresa: ${admin.company.name}`)
      await page.getByRole('button', { name: 'Mais filtros' }).click()
      await chooseIn(page, 'Operação', 'Atualização de plano', /^Atualização de plano$/)
      const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(
        new Date(),
      )
      await page.getByLabel('Desde o dia').fill(today)
      await page.getByLabel('Até o dia').fill(today)
      await page.getByRole('button', { name: 'Ver resultados' }).click()
      await expect(chips(page).getByRole('listitem')).toHaveCount(6)
      await expect
        .poll(() => place(page))
        .toEqual({
          only: 'changes',
          user_id: String(admin.id),
          company_id: String(admin.company.id),
          operation,
          since: today,
          until: today,
        })
      await expect(rows(page)).toHaveText([admin.name])
      await checkAxe()
      await page.reload()
      await expect(rows(page)).toHaveText([admin.name])
      await page.getByRole('link', { name: 'Importação nº 31' }).click()
      await expect(chips(page)).toContainText('Registro: Importação nº 31')
      await follow(page, `/audit-list?user_id=${admin.id}&until=2020-01-01`)
      await expect(noRows(page)).toBeVisible()
      await page.getByRole('button', { name: 'Limpar filtros' }).click()
      await expect(rows(page).first()).toBeVisible()
      // The button has disappeared, and there is no search field to focus.
      await expect(page.getByRole('main')).toBeFocused()
      expect(place(page)).toEqual({})
    })

    await test.step('pages by cursor, and lets the reader of an old link start again', async () => {
      const admin = await world.administrator()
      const record = `import:${admin.id}`
      for (let n = 1; n <= 12; n++)
        await world.event({ userId: admin.id, target: record, after: { name: `Linha ${n}` } })
      await follow(page, `/audit-list?record=${record}&take=5`)
      const shown = () => page.getByRole('list', { name: 'O que mudou' }).allInnerTexts()
      const lines = (from: number, to: number) =>
        Array.from({ length: from - to + 1 }, (_, n) => `Nome: Linha ${from - n}`)
      await expect.poll(shown).toEqual(lines(12, 8))
      await expect(step(page, 'Página anterior')).toHaveAttribute('aria-disabled', 'true')
      await step(page, 'Próxima página').click()
      await expect.poll(shown).toEqual(lines(7, 3))
      await step(page, 'Próxima página').click()
      await expect.poll(shown).toEqual(lines(2, 1))
      await expect(step(page, 'Próxima página')).toHaveAttribute('aria-disabled', 'true')
      await checkAxe()
      await step(page, 'Página anterior').click()
      await expect.poll(shown).toEqual(lines(7, 3))
      await page.goBack()
      await expect.poll(shown).toEqual(lines(2, 1))
      await step(page, 'Primeira página').click()
      await expect.poll(shown).toEqual(lines(12, 8))
      // Values that the contract refuses are ignored.
      await follow(page, `/audit-list?record=${record}&take=5&before=ontem`)
      await expect.poll(shown).toEqual(lines(12, 8))
    })
  })

  test('is exported, and fits small windows', async ({ page, world, enter, checkAxe }) => {
    await test.step('is exported for spreadsheets and for programs', async () => {
      const admin = await world.administrator()
      const record = `import:${admin.id}`
      for (let n = 1; n <= 7; n++)
        await world.event({ userId: admin.id, target: record, after: { n } })
      await enter(`/audit-list?record=${record}&take=5`, admin.email)
      const exported = async (format: string) => {
        await page.getByRole('button', { name: 'Exportar' }).click()
        const coming = page.waitForEvent('download')
        await page.getByRole('menuitem', { name: format }).click()
        const file = await coming
        await expect(
          toast(page, `Exportação concluída: ${file.suggestedFilename()}`).last(),
        ).toBeVisible()
        return readFile(await file.path(), 'utf8')
      }
      const lines = (await exported('JSON Lines, para programas')).trim().split('\n')
      expect(lines).toHaveLength(7)
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({
        after: { n: 7 },
        user: { name: admin.name },
      })
      const csv = (await exported('CSV, para planilhas')).trim().split('\r\n')
      expect(csv).toHaveLength(8)
      await page.getByRole('button', { name: 'Exportar' }).click()
      await checkAxe()
    })

    await test.step('shows the progress of an export, which can be cancelled', async () => {
      const held = Promise.withResolvers<undefined>()
      await page.route('**/api/export/audit*', async (route) => {
        await held.promise
        await route.abort()
      })
      await follow(page, '/audit-list')
      await page.getByRole('button', { name: 'Exportar' }).click()
      await page.getByRole('menuitem', { name: 'CSV, para planilhas' }).click()
      await expect(page.getByText('Exportando…')).toBeVisible()
      // No data has arrived, so the bar has no width yet.
      await expect(
        page.getByRole('progressbar', { name: 'Andamento da exportação' }),
      ).toBeAttached()
      const giveUp = page.getByRole('button', { name: 'Cancelar a exportação' })
      await expect(giveUp).toBeFocused()
      await giveUp.press('Enter')
      await expect(page.getByRole('button', { name: 'Exportar' })).toBeFocused()
      held.resolve(undefined)
    })

    await test.step('fits a phone', async () => {
      await page.setViewportSize({ width: 360, height: 740 })
      const admin = await world.administrator()
      await world.event({
        userId: admin.id,
        target: `import:${admin.id}`,
        after: { name: 'Órbita'.repeat(30) },
      })
      await follow(page, `/audit-list?record=import:${admin.id}`)
      await expect(rows(page)).toHaveCount(1)
      await expectToFit(page, 360)
    })
  })

  test('shows limited users only their events', async ({
    page,
    world,
    portaria,
    viewer,
    enter,
  }) => {
    await test.step('shows a master user only their own company, without the company filter', async () => {
      const master = await world.master()
      await portaria.sql.query(
        'insert into user_companies (user_id, company_id) values ($1, $2) on conflict do nothing',
        [master.id, master.company.id],
      )
      const other = await world.master()
      for (const { id, company } of [master, other])
        await world.event({
          userId: id,
          companyId: company.id,
          operation: 'planUpdate',
          after: { name: company.name },
        })
      await enter('/audit-list?operation=planUpdate', master.email)
      await expect(rows(page)).toHaveText([master.name])
      await expect(page.getByRole('combobox', { name: 'Quem' })).toBeVisible()
      await expect(page.getByRole('combobox', { name: 'Empresa' })).toHaveCount(0)
      await expect(page.getByRole('main')).not.toContainText(other.company.name)
      await page.goto(`/audit-list?company_id=${other.company.id}`)
      await expect(rows(page).first()).toBeVisible()
      await expect(page.getByRole('main')).not.toContainText(other.company.name)
    })

    await test.step('users without the grant see no link to a history', async () => {
      await resetBrowser(page)
      const module = await world.module()
      const someone = await viewer(['/profile-list', '/profile-edit'], module.id)
      const profile = await world.profile(module.id, {})
      await enter(`/profile-edit?id=${profile.id}`, someone.email)
      await expect(page.getByRole('heading', { name: 'Edição de perfil' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Histórico' })).toHaveCount(0)
      await page.goto('/audit-list')
      await expect(page.getByRole('heading', { name: 'NÃO AUTORIZADO' })).toBeVisible()
    })
  })
})

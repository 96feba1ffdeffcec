/** 'Gerenciamento de SPID': validation, saving, and the consequences shown before a SPID is removed. */
import { exampleModuleId } from '../database/demo/demo-modules.ts'
import { expect, test } from './console.ts'
import { follow } from './follow.ts'
import { alert, answer, confirmIdentity, save, toast } from './screen.ts'
import { addSpid, manage, modal, saveSpids, spid, spidField, storedSpids } from './spid-modal.ts'

test.describe('Gerenciamento de SPID', () => {
  test('validates, saves separately, and asks before a SPID is removed', async ({
    page,
    portaria,
    world,
    enter,
    checkAxe,
  }) => {
    test.slow()
    await test.step('shows each validation error', async () => {
      await enter('/company-form')
      await manage(page)
      await saveSpids(page)
      await expect(spidField(page, 1)).toHaveAccessibleDescription(
        'Preencha o campo vazio ou exclua o mesmo',
      )
      await addSpid(page)
      await expect(spidField(page, 1)).toHaveAccessibleDescription('Preencha o campo anterior')
      await expect(spidField(page, 1)).toBeFocused()
      await spid(page, 1).getByRole('button', { name: 'Excluir o SPID 1' }).click()
      await expect(toast(page, 'SPID removido')).toBeVisible()
      await expect(modal(page).getByRole('button', { name: 'Adicionar SPID' })).toBeFocused()
      await saveSpids(page)
      await expect(alert(page, 'Preencha ao menos um SPID')).toBeVisible()
      await addSpid(page)
      await spidField(page, 1).fill('voz')
      await addSpid(page)
      await spidField(page, 2).fill('VOZ')
      await addSpid(page)
      await expect(spidField(page, 2)).toHaveAccessibleDescription('SPID duplicado')
      await checkAxe()
      for (let number = 2; number <= 8; number += 1) {
        if (number > 2) await addSpid(page)
        await spidField(page, number).fill(`710${number}`)
      }
      await addSpid(page)
      await expect(alert(page, 'Número máximo de SPIDs atingido')).toBeVisible()
      await expect(spid(page, 9)).toHaveCount(0)
      await page.keyboard.press('Escape')
      await answer(page, 'Deseja realmente cancelar a operação?', false)
      await expect(modal(page)).toBeVisible()
      await modal(page).getByRole('button', { name: 'Cancelar' }).click()
      await answer(page, 'Deseja realmente cancelar a operação?', true)
      await expect(modal(page)).toHaveCount(0)
      await expect(page.getByText('A empresa não tem SPIDs.')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Gerenciar SPID' })).toBeFocused()
    })

    await test.step("saves an update separately, keeps the form's input, and updates the form's version", async () => {
      const { id } = await world.build.company({ spids: ['61'] })
      await follow(page, `/company-form?id=${id}`)
      const name = world.unique('Digitada antes')
      await page.getByLabel('Nome').fill(name)
      await manage(page)
      await addSpid(page)
      await spidField(page, 2).fill('62')
      await saveSpids(page)
      await expect(page.getByRole('dialog').last()).toContainText('+1 SPID: 62')
      // A dialog handles keys only after it has taken the focus.
      await expect(page.getByLabel('Senha', { exact: true })).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(modal(page)).toBeVisible()
      await saveSpids(page)
      await confirmIdentity(page)
      await expect(toast(page, 'SPIDs salvos com sucesso')).toBeVisible()
      await expect(modal(page)).toHaveCount(0)
      expect(await storedSpids(portaria, id)).toEqual(['61', '62'])
      await expect(page.getByLabel('Nome')).toHaveValue(name)
      await save(page)
      await confirmIdentity(page)
      await expect(toast(page, 'Empresa atualizada')).toBeVisible()
      await expect(page).toHaveURL(/\/company-list$/)
      const { rows } = await portaria.sql.query('select name from companies where id = $1', [id])
      expect(rows).toEqual([{ name }])
      expect(await storedSpids(portaria, id)).toEqual(['61', '62'])
    })

    await test.step('shows which users hold profiles for a SPID before it is removed', async () => {
      const company = await world.build.company({ spids: ['51', '52'] })
      const person = await world.person()
      const profile = await world.profile(exampleModuleId)
      await world.build.plan({ companyId: company.id, moduleId: exampleModuleId })
      await world.build.assign({
        userId: person.id,
        profileId: profile.id,
        companyId: company.id,
        spid: '51',
      })
      await follow(page, `/company-form?id=${company.id}`)
      await manage(page)
      await modal(page).getByRole('button', { name: 'Excluir o SPID 51' }).click()
      await saveSpids(page)
      const question = page.getByRole('dialog', { name: 'Deseja remover este SPID?' })
      await expect(question).toContainText(
        `SPID 51: 1 pessoa perde 1 perfil (${profile.name}): ${person.name}.`,
      )
      await answer(page, 'Deseja remover este SPID?', false)
      expect(await storedSpids(portaria, company.id)).toEqual(['51', '52'])
      await saveSpids(page)
      await answer(page, 'Deseja remover este SPID?', true)
      await confirmIdentity(page)
      await expect(toast(page, 'SPIDs salvos com sucesso')).toBeVisible()
      expect(await storedSpids(portaria, company.id)).toEqual(['52'])
      const held = await portaria.sql.query('select 1 from user_profiles where user_id = $1', [
        person.id,
      ])
      expect(held.rows).toEqual([])
    })

    await test.step('reports a concurrent change of the company and reloads it on request', async () => {
      const { id } = await world.build.company({ spids: ['41'] })
      await follow(page, `/company-form?id=${id}`)
      await manage(page)
      await spid(page, 1).getByLabel('Descrição').fill('Da segunda')
      await portaria.sql.query(
        `update companies set email = 'outro@operadora.example', version = version + 1 where id = $1`,
        [id],
      )
      await saveSpids(page)
      const conflict = alert(
        page,
        'Outra pessoa alterou este registro. Recarregue e tente novamente.',
      )
      await expect(conflict).toBeVisible()
      await conflict.getByRole('button', { name: 'Recarregar' }).click()
      await expect(conflict).toHaveCount(0)
      await expect(spid(page, 1).getByLabel('Descrição')).toHaveValue('SPID 41')
      await spid(page, 1).getByLabel('Descrição').fill('Da segunda')
      await saveSpids(page)
      await confirmIdentity(page)
      await expect(toast(page, 'SPIDs salvos com sucesso')).toBeVisible()
    })
  })
})

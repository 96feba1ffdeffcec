/** The user screens on small and large windows. */
import { expect, test } from './console.ts'
import { follow } from './follow.ts'
import { field, addUser } from './people-rows.ts'
import { expectToFit, proofDialog, row, rows, save } from './screen.ts'

test('on a phone', async ({ page, portaria, world, enter, checkAxe }) => {
  await test.step('selected users and their actions stay visible above the pager on a phone', async () => {
    const company = await world.build.company()
    for (let count = 0; count < 10; count++)
      await addUser(portaria, [company], { name: 'Faixa Estreita' })
    await page.setViewportSize({ width: 360, height: 740 })
    await enter('/user-list?name=Faixa Estreita')
    await expect(rows(page)).toHaveCount(10)
    await page.getByRole('checkbox', { name: 'Selecionar: Faixa Estreita' }).first().check()
    const bar = page.getByRole('region', { name: 'Usuários selecionados' })
    const pages = page.getByRole('button', { name: 'Próxima página' })
    const inSight = async () => {
      for (const name of ['Limpar seleção', 'Dar perfil', 'Retirar perfis', 'Bloquear', 'Excluir'])
        await expect(bar.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
      const [over, under] = [await bar.boundingBox(), await pages.boundingBox()]
      expect((over?.y ?? 0) + (over?.height ?? 0)).toBeLessThanOrEqual(under?.y ?? 0)
    }
    await inSight()
    await row(page, 'Faixa Estreita').nth(5).scrollIntoViewIfNeeded()
    await inSight()
    await expectToFit(page, 360)
    await checkAxe()
  })

  await test.step('a long e-mail breaks after its @ and dots, and is copied unchanged', async () => {
    const local = world.unique('maria.aparecida.albuquerque').replace(' ', '.')
    const email = `${local}@interconexao.telecomunicacoes.example`
    const person = await world.person({ email })
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 })
      // The search marks its matches in the e-mail, even across a point where the e-mail may wrap.
      await follow(page, `/user-list?email=${local} comunica`)
      const cell = row(page, person.name).getByRole('cell').filter({ hasText: email })
      await expect(cell).toBeVisible()
      const { lines, copied } = await cell.evaluate((shown) => {
        const texts = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT)
        const byLine = new Map<number, string>()
        const range = document.createRange()
        while (texts.nextNode()) {
          const text = texts.currentNode
          for (const [index, letter] of Array.from(text.nodeValue ?? '').entries()) {
            range.setStart(text, index)
            range.setEnd(text, index + 1)
            const line = Math.round(range.getBoundingClientRect().bottom)
            byLine.set(line, (byLine.get(line) ?? '') + letter)
          }
        }
        getSelection()?.selectAllChildren(shown)
        return { lines: [...byLine.values()], copied: getSelection()?.toString() }
      })
      expect(lines.length).toBeGreaterThan(1)
      for (const line of lines.slice(0, -1)) expect(line).toMatch(/[@.]$/)
      expect(copied).toBe(email)
    }
  })

  await test.step('a user with a long name is found on a phone and identified by the whole e-mail', async () => {
    const company = await world.build.company()
    const module = await world.module()
    await world.build.plan({ companyId: company.id, moduleId: module.id })
    await world.profile(module.id, { accredited_enable: true })
    const person = await addUser(portaria, [company])
    const local = world.unique('maria.aparecida.albuquerque').replace(' ', '.')
    const email = `${local}@interconexao.telecomunicacoes.example`
    await addUser(portaria, [company], { email })
    await page.setViewportSize({ width: 360, height: 740 })
    await follow(page, `/user-edit-profile?id=${person.id}`)
    const finder = page.getByRole('combobox', { name: 'Igual a …' })
    await finder.fill(email)
    const option = page.getByRole('option', { name: email })
    await expect(option).toBeVisible()
    const [list, shown] = [await finder.boundingBox(), await option.boundingBox()]
    const end = (box: typeof shown) => (box?.x ?? 0) + (box?.width ?? 0)
    expect(end(shown)).toBeLessThanOrEqual(end(list))
  })
})

test('on a desktop', async ({ page, portaria, world, enter }) => {
  await test.step("a user's profiles use the width of a wide window", async () => {
    const company = await world.build.company()
    const module = await world.module()
    await world.build.plan({ companyId: company.id, moduleId: module.id })
    await world.profile(module.id, { accredited_enable: true })
    const person = await addUser(portaria, [company])
    await page.setViewportSize({ width: 1440, height: 900 })
    await enter(`/user-edit-profile?id=${person.id}`)
    const table = page.getByRole('table', { name: 'Perfis' })
    await expect(table).toBeVisible()
    expect((await table.boundingBox())?.width).toBeGreaterThan(1000)
    const [form, why] = [
      await page.getByRole('form').boundingBox(),
      await page.getByRole('region', { name: 'Por quê?' }).boundingBox(),
    ]
    expect(why?.width).toBe(form?.width)
  })

  await test.step('password and buttons of the identity confirmation stay visible for any number of changes', async () => {
    const person = await addUser(portaria, [await world.build.company()], {
      name: 'Albuquerque '.repeat(16).trim(),
    })
    const long = await world.build.company()
    const longest = `Companhia ${long.id} `
      .padEnd(200, 'de Interconexão e Telecomunicações ')
      .trim()
    await portaria.sql.query('update companies set name = $1 where id = $2', [longest, long.id])
    await page.setViewportSize({ width: 1280, height: 600 })
    await follow(page, `/user-edit?id=${person.id}`)
    await field(page, 'Nome').fill('Cavalcanti '.repeat(18).trim())
    // The whole name is longer than the maximum length of a search.
    await page.getByRole('combobox', { name: 'Empresas' }).fill(longest)
    await page.getByRole('option', { name: longest, exact: true }).click()
    await page.keyboard.press('Escape')
    await save(page)
    const proof = proofDialog(page)
    const changes = proof.getByRole('region', { name: 'Você está confirmando' })
    const inSight = async () => {
      for (const name of ['Cancelar', 'Confirmar'])
        await expect(proof.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
      await expect(proof.getByLabel('Senha', { exact: true })).toBeInViewport({ ratio: 1 })
    }
    await inSight()
    await expect(proof.getByLabel('Senha', { exact: true })).toBeFocused()
    // The list of changes to confirm scrolls by keyboard.
    await changes.press('End')
    await expect(proof.getByText('+1 empresa')).toBeInViewport()
    await inSight()
    await page.setViewportSize({ width: 360, height: 740 })
    await inSight()
  })
})

/** A person without access requests a module, a master user approves on a telephone, and the module opens. */
import { exampleModuleId } from '../database/demo/demo-modules.ts'
import { demoPassword } from '../test/testing/portal-client.ts'
import { enterConsole, expect, test } from './console.ts'
import { addUser } from './people-rows.ts'
import { openAccessPage } from './sign-in-steps.ts'
import { TaskMeter } from './task-meter.ts'

const clicksMax = 6

test('from a refusal to the open module, with at most six clicks of each person', async ({
  page,
  browser,
  portaria,
  world,
  checkAxe,
}) => {
  const company = await world.build.company()
  const person = await addUser(portaria, [company])
  const module = { id: exampleModuleId, name: 'Módulo de Exemplo' }
  await world.build.plan({ companyId: company.id, moduleId: module.id })
  const profile = await world.profile(module.id, { accredited_enable: true })
  await world.profile(module.id, { accredited_enable: true })
  const master = await world.master({}, company)
  const asker = new TaskMeter(page)

  await test.step('the link of the module leads to the request', async () => {
    await openAccessPage(page, portaria, person.email)
    await page.goto(`/auth?refModule=${module.id}&companyId=${company.id}`)
    const dialog = page.getByRole('dialog', { name: 'Pedir acesso' })
    await expect(dialog.getByText(`Você ainda não tem acesso a ${module.name}.`)).toBeVisible()
    await checkAxe()
    await asker.type(dialog.getByLabel(/Para que você precisa do acesso/), 'Entro no projeto.')
    await asker.button('Enviar pedido', { expected: true })
    await expect(page.getByText(/^Pedido enviado em /)).toBeVisible()
  })

  const context = await browser.newContext({
    baseURL: portaria.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    locale: 'pt-BR',
  })
  const telephone = await context.newPage()
  const approver = new TaskMeter(telephone, { phone: true })
  await test.step('the master user approves on a telephone', async () => {
    await enterConsole(telephone, portaria.url, { email: master.email, path: '/home' })
    await approver.link(`${module.name} para ${person.name}`)
    await expect(telephone.getByRole('heading', { name: 'Decisão' })).toBeVisible()
    await checkAxe(telephone)
    await approver.press(telephone.getByRole('radio', { name: new RegExp(`^${profile.name}`) }))
    await approver.button('Aprovar')
    await approver.confirm()
    await expect(telephone.getByText('Pedido aprovado.')).toBeVisible()
    await expect(telephone).toHaveURL(/\/request-list/)
  })
  await context.close()

  await test.step('the page of the person continues, and the module opens', async () => {
    await expect(page.getByText(/^Acesso aprovado: /)).toBeVisible({ timeout: 15_000 })
    const question = page.getByRole('dialog', { name: `Continuar para ${module.name}?` })
    await asker.type(question.getByLabel('Senha', { exact: true }), demoPassword)
    await asker.press(question.getByRole('button', { name: 'Continuar', exact: true }), {
      expected: true,
    })
    await expect(page.getByRole('heading', { name: `Olá, ${person.name}` })).toBeVisible()
  })

  for (const { effort } of [asker, approver]) {
    test.info().annotations.push({ type: 'effort', description: JSON.stringify(effort) })
    expect(effort.clicks, JSON.stringify(effort)).toBeLessThanOrEqual(clicksMax)
  }
})

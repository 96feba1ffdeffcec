import type { Page } from '@playwright/test'
import { exampleModuleId } from '../database/demo/demo-modules.ts'
import { demoPassword, expect, test as base } from './fixtures.ts'
import type { Portaria } from './portaria.ts'
import { alert, storedToken } from './screen.ts'
import {
  authenticate,
  companies,
  resetBrowser,
  modules,
  passSignIn,
  signInFederated,
} from './sign-in-steps.ts'
import type { Visitor } from './world.ts'

const module = exampleModuleId
const spids = ['8101', '8103']
const linkFor = ({ company }: Visitor) => `/auth?refModule=${module}&companyId=${company.id}`

/** Selects a SPID when asked, and enters the module with it. */
async function goOnBySpid(page: Page, { moduleUrl }: Portaria): Promise<void> {
  await page
    .getByRole('dialog', { name: /múltiplos SPIDs/ })
    .getByRole('button', { name: '8101' })
    .click()
  await expect(page.getByText('8101')).toBeVisible()
  expect(page.url().startsWith(moduleUrl)).toBe(true)
}

const test = base.extend<{
  /** User with access to the example module and an account at the identity provider. */
  federated: Visitor
  /** User with a password and access to the example module, for a company with two SPIDs. */
  operator: Visitor
}>({
  federated: async ({ world }, use) => use(await world.visitor({ user: world.federated() })),
  operator: async ({ world }, use) =>
    use(await world.visitor({ companies: [await world.build.company({ spids })] })),
})

test.describe('Acesso Federado', () => {
  test('signs in and out at the provider', async ({ page, federated, checkAxe }) => {
    await test.step('passes the typed e-mail to the provider', async () => {
      await page.goto('/auth')
      await page.getByLabel('Usuário (e-mail)').fill(federated.email)
      await page.getByRole('button', { name: 'Acesso Federado' }).click()
      await expect(page.getByText('Provedor de Identidade de Exemplo')).toBeVisible()
      await expect(page.getByLabel('E-mail')).toHaveValue(federated.email)
    })

    await test.step('goes to the provider and returns signed in, without the code in the URL', async () => {
      await page.goto('/auth')
      await expect(page.getByRole('button', { name: 'Acesso Federado' })).toBeVisible()
      await checkAxe()
      await signInFederated(page, federated.email)
      await expect(page).toHaveURL(/\/access-page$/)
      await expect(page.getByText(federated.name)).toBeVisible()
    })

    await test.step('signs out at the provider too and returns', async () => {
      const atProvider = page.waitForRequest(/id_token_hint/)
      await page.getByRole('link', { name: 'SAIR' }).click()
      await atProvider
      await expect(page.getByRole('heading', { name: 'Acesse sua conta' })).toBeVisible()
      await expect.poll(() => storedToken(page)).toBeNull()
    })

    await test.step('continues to the requested address', async () => {
      await page.goto('/sessions')
      await page.getByRole('button', { name: 'Acesso Federado' }).click()
      await authenticate(page, federated.email)
      await expect(page.getByRole('heading', { name: 'Sessões ativas' })).toBeVisible()
      await expect(page).toHaveURL(/\/sessions$/)
    })
  })

  test('failed callbacks are reported', async ({ page, checkAxe }) => {
    await test.step('refuses a user without an account here', async () => {
      await page.goto('/auth')
      await page.getByRole('button', { name: 'Acesso Federado' }).click()
      await authenticate(page, 'visitante@portaria.example')
      await expect(page).toHaveURL(/\/auth\?problem=federated-user-unknown$/)
      await expect(alert(page, 'Usuário não autorizado.')).toBeVisible()
    })

    await test.step('shows no text from the URL', async () => {
      await page.goto('/auth?problem=Sua+conta+foi+invadida')
      await expect(page.getByRole('heading', { name: 'Acesse sua conta' })).toBeVisible()
      await expect(page.getByText('invadida')).toHaveCount(0)
    })

    for (const [problem, message] of [
      ['federated-refused', 'O acesso federado não foi concluído. Tente novamente.'],
      [
        'federated-unavailable',
        'O acesso federado está indisponível no momento. Tente novamente em instantes.',
      ],
    ] as const)
      await test.step(`reports ${problem}`, async () => {
        await page.goto(`/auth?problem=${problem}`)
        await expect(alert(page, message)).toBeVisible()
      })

    await test.step('the popup of a cancelled confirmation reports it', async () => {
      await page.goto('/auth?problem=federated-refused&purpose=validating')
      await expect(page.getByRole('heading', { name: 'Identidade não confirmada' })).toBeVisible()
      await expect(
        page.getByText('O acesso federado não foi concluído. Tente novamente.'),
      ).toBeVisible()
      await checkAxe()
    })
  })
})

test.describe('an external link', () => {
  test('is kept through either way to sign in, then forgotten', async ({
    page,
    portaria,
    federated,
    operator,
    signIn,
  }) => {
    await test.step('leads through the provider to the module, in the same window, and is then forgotten', async () => {
      await page.goto(linkFor(federated))
      await expect(page.getByRole('heading', { name: 'Acesse sua conta' })).toBeVisible()
      await expect(
        page.evaluate(() => [
          localStorage.getItem('refModule'),
          localStorage.getItem('refCompany'),
          localStorage.getItem('loginState'),
        ]),
      ).resolves.toEqual([String(module), String(federated.company.id), 'redirect'])
      await page.getByRole('button', { name: 'Acesso Federado' }).click()
      await authenticate(page, federated.email)
      await expect(page.getByText(`Olá, ${federated.name}`)).toBeVisible()
      expect(page.url().startsWith(portaria.moduleUrl)).toBe(true)
      expect(page.context().pages()).toHaveLength(1)
      await page.goto('/access-page')
      await expect(modules(page)).toBeVisible()
      await expect(page.evaluate(() => localStorage.getItem('refModule'))).resolves.toBeNull()
    })

    await test.step('continues after a sign-in with password, with the selected SPID', async () => {
      await resetBrowser(page)
      await page.goto(linkFor(operator))
      await passSignIn(page, portaria, operator.email)
      const dialog = page.getByRole('dialog', {
        name: 'Empresa com múltiplos SPIDs, por favor selecione um',
      })
      await expect(dialog).toBeVisible()
      await dialog.getByRole('button', { name: '8103' }).click()
      await expect(page.getByText('8103')).toBeVisible()
      expect(page.url().startsWith(portaria.moduleUrl)).toBe(true)
    })

    await test.step('takes precedence over an earlier requested console address', async () => {
      await resetBrowser(page)
      await page.goto('/sessions')
      await expect(page.getByRole('heading', { name: 'Acesse sua conta' })).toBeVisible()
      await page.goto(linkFor(operator))
      await passSignIn(page, portaria, operator.email)
      await goOnBySpid(page, portaria)
    })

    await test.step('is forgotten on a later sign-in without it', async () => {
      await resetBrowser(page)
      await page.goto(linkFor(operator))
      await expect(page.getByRole('heading', { name: 'Acesse sua conta' })).toBeVisible()
      await signIn(operator.email)
      await expect(companies(page)).toBeVisible()
      expect(await page.evaluate(() => localStorage.getItem('refModule'))).toBeNull()
    })
  })

  test('of a user signed in with a password can be declined, or be invalid, or opens the module', async ({
    page,
    portaria,
    world,
    operator,
    openAccessPage,
    checkAxe,
  }) => {
    await openAccessPage(operator.email)
    await test.step('can be declined, and opens nothing by itself', async () => {
      await page.goto(linkFor(operator))
      await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await page.reload()
      await expect(companies(page)).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })

    for (const link of [
      '/auth?refModule=999&companyId=2',
      '/auth?refModule=abc',
      // A company to which the user does not belong.
      `/auth?refModule=${module}&companyId=7`,
    ])
      await test.step(`reports that ${link} is invalid`, async () => {
        await page.goto(link)
        await expect(page.getByText('Módulo não encontrado.')).toBeVisible()
        await expect(companies(page)).toBeVisible()
      })

    await test.step('asks an already signed-in user for the password', async () => {
      await page.goto(linkFor(operator))
      const dialog = page.getByRole('dialog', { name: 'Continuar para Módulo de Exemplo?' })
      await expect(
        dialog.getByRole('button', { name: 'Continuar com Acesso Federado' }),
      ).toBeVisible()
      await checkAxe()
      const next = dialog.getByRole('button', { name: 'Continuar', exact: true })
      const alertIn = (text: string) => dialog.getByRole('alert').filter({ hasText: text })
      await next.click()
      await expect(alertIn('Preencha o campo de senha')).toBeVisible()
      await dialog.getByLabel('Senha', { exact: true }).fill('errada')
      await next.click()
      await expect(alertIn('Senha inválida')).toBeVisible()
      await page.route('**/api/user-local/auth-validate', (route) => route.abort())
      await next.click()
      await expect(alertIn('Erro ao validar senha')).toBeVisible()
      await page.unroute('**/api/user-local/auth-validate')
      await dialog.getByLabel('Senha', { exact: true }).fill(demoPassword)
      await next.click()
      await goOnBySpid(page, portaria)
    })

    await test.step('that requires a recent sign-in leads through a new one', async () => {
      await portaria.sql.query(
        "update sessions set authenticated_at = now() - interval '1 hour' where user_id = $1",
        [operator.id],
      )
      await portaria.sql.query(
        "select announce(array_agg('session:' || id)) from sessions where user_id = $1",
        [operator.id],
      )
      await page.goto(`${linkFor(operator)}&max_age=300`)
      const dialog = page.getByRole('dialog', { name: 'Entre novamente' })
      await expect(dialog.getByText('é preciso ter entrado há pouco tempo')).toBeVisible()
      await checkAxe()
      await dialog.getByRole('button', { name: 'Entrar novamente' }).click()
      await passSignIn(page, portaria, operator.email)
      await goOnBySpid(page, portaria)
    })

    await test.step('without a company asks for one if several match', async () => {
      const both = [await world.build.company(), await world.build.company()]
      await openAccessPage((await world.visitor({ companies: both })).email)
      await page.goto(`/auth?refModule=${module}`)
      await expect(
        page.getByText('Escolha a empresa com que você quer acessar Módulo de Exemplo.'),
      ).toBeVisible()
    })
  })

  test('of a user signed in at the provider asks for authentication in a popup', async ({
    page,
    federated,
    checkAxe,
  }) => {
    await test.step('asks an already signed-in user to authenticate at the provider', async () => {
      await signInFederated(page, federated.email)
      await page.goto(linkFor(federated))
      const dialog = page.getByRole('dialog', { name: 'Continuar para Módulo de Exemplo?' })
      await expect(dialog).toBeVisible()
      await expect(dialog.getByLabel('Senha')).toHaveCount(0)
      await checkAxe()
      await dialog.getByRole('button', { name: 'Continuar com Acesso Federado' }).click()
      await expect(page.getByText(`Olá, ${federated.name}`)).toBeVisible()
    })

    await test.step('the popup of a confirmation returns proof of a new authentication to this origin, and closes', async () => {
      await page.goto('/access-page')
      await expect(page.getByRole('heading', { name: 'Página de Acesso' })).toBeVisible()
      const message = page.evaluate(
        () =>
          new Promise<unknown>((resolve) => {
            new BroadcastChannel('portaria-federated-popup').addEventListener(
              'message',
              ({ data }: MessageEvent<unknown>) => resolve(data),
            )
          }),
      )
      const popped = page.waitForEvent('popup')
      await page.evaluate(async () => {
        const popup = window.open('', 'p', 'popup,width=600,height=600')
        const answer = await fetch('/api/federated/start', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ purpose: 'validating' }),
        })
        const { result } = (await answer.json()) as { result: { data: { redirect_uri: string } } }
        popup?.location.replace(result.data.redirect_uri)
      })
      const popup = await popped
      await expect(popup.getByRole('heading', { name: 'Confirme sua identidade' })).toBeVisible()
      const closed = popup.waitForEvent('close')
      await popup.getByLabel('Senha').fill(demoPassword)
      await popup.getByRole('button', { name: 'Continuar' }).click()
      expect(await message).toEqual({ proof: expect.stringMatching(/^[\w-]{43}$/) })
      await closed
    })
  })
})

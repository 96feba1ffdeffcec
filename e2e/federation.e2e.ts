import type { Page } from '@playwright/test'
import {
  demoPassword,
  expect,
  submitCredentials,
  chooseWay,
  codeIn,
  testWith,
  typeCode,
} from './fixtures.ts'
import type { Portaria } from './portaria.ts'

const test = testWith()
const person = 'federado@portaria.example'
/** The example module; of company 3 for the federated person, of company 2 for the password people. */
const federatedLink = '/auth?refModule=5&companyId=3'
const passwordLink = '/auth?refModule=5&companyId=2'
const operator = 'operador@portaria.example'

/** At the identity provider of the demo. */
async function authenticate(page: Page, email = person): Promise<void> {
  await expect(page.getByText('Provedor de Identidade de Exemplo')).toBeVisible()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha').fill(demoPassword)
  await page.getByRole('button', { name: 'Continuar' }).click()
}

async function signInFederated(page: Page): Promise<void> {
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Acesso Federado' }).click()
  await authenticate(page)
  await expect(page.getByRole('heading', { name: 'Página de Acesso' })).toBeVisible()
}

async function signInHere(page: Page, portaria: Portaria, email: string): Promise<void> {
  await submitCredentials(page, email, demoPassword)
  const { text } = await portaria.messageAfter(email, () => chooseWay(page, 'E-mail'))
  await typeCode(page, codeIn(text))
}

test.describe('Acesso Federado', () => {
  test('goes to the provider and comes back signed in, without the code in the address', async ({
    page,
    checkAxe,
  }) => {
    await page.goto('/auth')
    await expect(page.getByRole('button', { name: 'Acesso Federado' })).toBeVisible()
    await checkAxe()
    await signInFederated(page)
    await expect(page).toHaveURL(/\/access-page$/)
    await expect(page.getByText('Rafael Santana Lemos')).toBeVisible()
  })

  test('tells the provider which e-mail was typed', async ({ page }) => {
    await page.goto('/auth')
    await page.getByLabel('Usuário (e-mail)').fill(person)
    await page.getByRole('button', { name: 'Acesso Federado' }).click()
    await expect(page.getByText('Provedor de Identidade de Exemplo')).toBeVisible()
    await expect(page.getByLabel('E-mail')).toHaveValue(person)
  })

  test('tells whoever is unknown here that they are not authorised', async ({ page, checkAxe }) => {
    await page.goto('/auth')
    await page.getByRole('button', { name: 'Acesso Federado' }).click()
    await authenticate(page, 'visitante@portaria.example')
    await expect(page).toHaveURL(/\/auth\?problem=federated-user-unknown$/)
    await expect(
      page.getByRole('alert').filter({ hasText: 'Usuário não autorizado.' }),
    ).toBeVisible()
    await checkAxe()
  })

  const told = [
    ['federated-refused', 'O acesso federado não foi concluído. Tente novamente.'],
    [
      'federated-unavailable',
      'O acesso federado está indisponível no momento. Tente novamente em instantes.',
    ],
  ] as const
  for (const [problem, message] of told) {
    test(`tells ${problem}`, async ({ page }) => {
      await page.goto(`/auth?problem=${problem}`)
      await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible()
    })
  }

  test('shows nothing that an address makes up', async ({ page }) => {
    await page.goto('/auth?problem=Sua+conta+foi+invadida')
    await expect(page.getByRole('heading', { name: 'Acesse sua conta' })).toBeVisible()
    await expect(page.getByText('invadida')).toHaveCount(0)
  })

  test('signs out at the provider too and comes back', async ({ page }) => {
    await signInFederated(page)
    const atProvider = page.waitForRequest(/id_token_hint/)
    await page.getByRole('link', { name: 'SAIR' }).click()
    await atProvider
    await expect(page.getByRole('heading', { name: 'Acesse sua conta' })).toBeVisible()
    await expect(page.evaluate(() => localStorage.getItem('token'))).resolves.toBeNull()
  })
})

test.describe('a link from outside', () => {
  test('leads through the provider to the module, in the same window, and is then forgotten', async ({
    page,
    portaria,
  }) => {
    await page.goto(federatedLink)
    await expect(page.getByRole('heading', { name: 'Acesse sua conta' })).toBeVisible()
    await expect(
      page.evaluate(() => [
        localStorage.getItem('refModule'),
        localStorage.getItem('refCompany'),
        localStorage.getItem('loginState'),
      ]),
    ).resolves.toEqual(['5', '3', 'redirect'])
    await page.getByRole('button', { name: 'Acesso Federado' }).click()
    await authenticate(page)
    await expect(page.getByText('Olá, Rafael Santana Lemos')).toBeVisible()
    expect(page.url().startsWith(portaria.moduleUrl)).toBe(true)
    expect(page.context().pages()).toHaveLength(1)
    await page.goto('/access-page')
    await expect(page.getByRole('region', { name: 'Módulo' })).toBeVisible()
    await expect(page.evaluate(() => localStorage.getItem('refModule'))).resolves.toBeNull()
  })

  test('leads on after a sign-in with password, by the SPID that is chosen', async ({
    page,
    portaria,
    checkAxe,
  }) => {
    await page.goto(passwordLink)
    await signInHere(page, portaria, operator)
    const spids = page.getByRole('dialog', {
      name: 'Empresa com múltiplos SPIDs, por favor selecione um',
    })
    await expect(spids).toBeVisible()
    await checkAxe()
    await spids.getByRole('button', { name: '7103' }).click()
    await expect(page.getByText('7103')).toBeVisible()
    expect(page.url().startsWith(portaria.moduleUrl)).toBe(true)
  })

  test('asks whoever is signed in already, by password', async ({
    page,
    portaria,
    signIn,
    checkAxe,
  }) => {
    await signIn(operator)
    await page.goto(passwordLink)
    const dialog = page.getByRole('dialog', { name: 'Continuar para Módulo de Exemplo?' })
    await expect(
      dialog.getByRole('button', { name: 'Continuar com Acesso Federado' }),
    ).toBeVisible()
    await checkAxe()
    const next = dialog.getByRole('button', { name: 'Continuar', exact: true })
    const alert = (text: string) => dialog.getByRole('alert').filter({ hasText: text })
    await next.click()
    await expect(alert('Preencha o campo de senha')).toBeVisible()
    await dialog.getByLabel('Senha', { exact: true }).fill('errada')
    await next.click()
    await expect(alert('Senha inválida')).toBeVisible()
    await page.route('**/api/user-local/auth-validate', (route) => route.abort())
    await next.click()
    await expect(alert('Erro ao validar senha')).toBeVisible()
    await page.unroute('**/api/user-local/auth-validate')
    await dialog.getByLabel('Senha', { exact: true }).fill(demoPassword)
    await next.click()
    await page
      .getByRole('dialog', { name: /múltiplos SPIDs/ })
      .getByRole('button', { name: '7101' })
      .click()
    await expect(page.getByText('7101')).toBeVisible()
    expect(page.url().startsWith(portaria.moduleUrl)).toBe(true)
  })

  test('asks whoever is signed in already, at the provider', async ({ page, checkAxe }) => {
    await signInFederated(page)
    await page.goto(federatedLink)
    const dialog = page.getByRole('dialog', { name: 'Continuar para Módulo de Exemplo?' })
    await expect(dialog.getByLabel('Senha')).toHaveCount(0)
    await checkAxe()
    await dialog.getByRole('button', { name: 'Continuar com Acesso Federado' }).click()
    await expect(page.getByText('Olá, Rafael Santana Lemos')).toBeVisible()
  })

  test('can be declined, and opens nothing by itself', async ({ page, signIn }) => {
    await signIn(operator)
    await page.goto(passwordLink)
    await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('region', { name: 'Empresa' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  for (const link of [
    '/auth?refModule=999&companyId=2',
    '/auth?refModule=abc',
    '/auth?refModule=5&companyId=7',
  ]) {
    test(`says that ${link} leads nowhere`, async ({ page, signIn }) => {
      await signIn(operator)
      await page.goto(link)
      await expect(page.getByText('Módulo não encontrado.')).toBeVisible()
      await expect(page.getByRole('region', { name: 'Empresa' })).toBeVisible()
    })
  }

  test('without a company asks for one where several fit', async ({ page, portaria, signIn }) => {
    await portaria.sql.query(`insert into user_profiles (user_id, profile_id, company_id)
      select id, 116, 3 from users where email = '${operator}' on conflict do nothing`)
    await signIn(operator)
    await page.goto('/auth?refModule=5')
    await expect(
      page.getByText('Escolha a empresa com que você quer acessar Módulo de Exemplo.'),
    ).toBeVisible()
  })

  test('is forgotten by whoever then comes to sign in without it', async ({ page, signIn }) => {
    await page.goto(passwordLink)
    await expect(page.getByRole('heading', { name: 'Acesse sua conta' })).toBeVisible()
    await signIn(operator)
    await expect(page.getByRole('region', { name: 'Empresa' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('refModule'))).toBeNull()
  })
})

test.describe('the popup of a confirmation', () => {
  test('brings a proof of a fresh authentication, tells it to this origin, and closes', async ({
    page,
  }) => {
    await signInFederated(page)
    const told = page.evaluate(
      () =>
        new Promise<unknown>((resolve) => {
          new BroadcastChannel('portaria-federated-popup').addEventListener(
            'message',
            ({ data }: MessageEvent<unknown>) => resolve(data),
          )
        }),
    )
    const popped = page.waitForEvent('popup')
    await page.evaluate(
      () =>
        void window.open(
          '/api/federated/start?purpose=validating',
          'p',
          'popup,width=600,height=600',
        ),
    )
    const popup = await popped
    await expect(popup.getByRole('heading', { name: 'Confirme sua identidade' })).toBeVisible()
    const closed = popup.waitForEvent('close')
    await popup.getByLabel('Senha').fill(demoPassword)
    await popup.getByRole('button', { name: 'Continuar' }).click()
    expect(await told).toEqual({ proof: expect.stringMatching(/^[\w-]{43}$/) })
    await closed
  })

  test('that was given up says so', async ({ page, checkAxe }) => {
    await page.goto('/auth?problem=federated-refused&purpose=validating')
    await expect(page.getByRole('heading', { name: 'Identidade não confirmada' })).toBeVisible()
    await expect(
      page.getByText('O acesso federado não foi concluído. Tente novamente.'),
    ).toBeVisible()
    await checkAxe()
  })
})

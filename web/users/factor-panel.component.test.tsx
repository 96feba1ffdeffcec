import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { disconnect } from '../testing/fake-api.ts'
import { user, userHandlers } from '../testing/fake-users.ts'
import { openPortal } from '../testing/portal.tsx'
import { expectToFit, expectVisible } from '../testing/screen.ts'

const panel = page.getByRole('region', { name: 'Segundo fator' })
const open = (federated = false) =>
  openPortal(
    '/user-edit?id=71&tab=security',
    userHandlers([user({ id: 71, name: 'Jussara Lima', federated })]),
  )

test('the factors of a user are shown with their number and latest use, on a telephone too', async () => {
  await page.viewport(360, 740)
  open().use({
    factorListOfUser: () => ({
      passkeys: { count: 2, last_used_at: '2026-11-25T09:30:00.000Z' },
      totp: { created_at: '2026-11-20T12:00:00.000Z', last_used_at: null },
      recovery_codes: { created_at: '2026-11-20T12:05:00.000Z', unused: 7 },
    }),
  })
  for (const text of [
    'Chaves de acesso2, último uso em 25/11/2026 06:30:00',
    'Aplicativo autenticadorSim, desde 20/11/2026 09:00:00',
    'Códigos de recuperação7 de 10 sem uso',
  ])
    await expect.element(panel).toHaveTextContent(text)
  await expectToFit(360)
})

test('a user without factors has "Nenhuma", "Não" and "Nunca gerados"', async () => {
  open()
  await expect.element(panel).toHaveTextContent('Chaves de acessoNenhuma')
  await expect.element(panel).toHaveTextContent('Aplicativo autenticadorNão')
  await expect.element(panel).toHaveTextContent('Códigos de recuperaçãoNunca gerados')
})

test('the panel keeps its height when the factors are loaded', async () => {
  await page.viewport(1280, 740)
  const reading = Promise.withResolvers<undefined>()
  open().use({
    factorListOfUser: async () => {
      await reading.promise
      return { passkeys: { count: 0, last_used_at: null }, totp: null, recovery_codes: null }
    },
  })
  await expect.element(panel).toHaveAttribute('aria-busy', 'true')
  const height = () => panel.element().getBoundingClientRect().height
  const before = height()
  reading.resolve(undefined)
  await expect.element(panel).toHaveTextContent('Chaves de acessoNenhuma')
  expect(Math.abs(height() - before)).toBeLessThan(1)
})

test('for a user of an identity provider the panel says that the provider decides', async () => {
  open(true)
  await expect.element(panel).toHaveTextContent('o provedor de identidade da empresa decide')
  await expect.element(panel).not.toHaveTextContent('Chaves de acesso')
})

test('a failed read can be retried', async () => {
  const fake = open()
  fake.use({ factorListOfUser: disconnect })
  await expectVisible(panel.getByRole('alert'))
  fake.use({
    factorListOfUser: () => ({
      passkeys: { count: 1, last_used_at: null },
      totp: null,
      recovery_codes: null,
    }),
  })
  await panel.getByRole('button', { name: 'Tentar novamente' }).click()
  await expect.element(panel).toHaveTextContent('Chaves de acesso1, ainda sem uso')
})

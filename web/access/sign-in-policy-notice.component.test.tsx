/** What the access page says about sign-in policies, with a fake server (decision 95). */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { CompanyChoice } from '../../contract/access.ts'
import { expectAccessible } from '../testing/accessibility.ts'
import { openPortal } from '../testing/portal.tsx'
import { expectGone, expectToFit, expectVisible } from '../testing/screen.ts'

const company = (name: string, policy: CompanyChoice['sign_in_policy']): CompanyChoice => ({
  id: name.length,
  name,
  document: '11222333000181',
  logo: null,
  sign_in_policy: policy,
  spid: null,
  spids: [],
  services: [],
})
const begin_date = '2031-03-01T03:00:00.000Z'

test('names the companies that require what the user lacks, and leads to Minha conta', async () => {
  openPortal('/access-page', {
    userInitialPermissions: () => ({
      companies: [
        company('Alfa', { policy: 'passkey', begin_date, ready: false }),
        company('Betas', { policy: 'second-factor', begin_date, ready: true }),
        company('Gamas X', { policy: 'passkey', begin_date, ready: null }),
        company('Deltas XY', { policy: 'second-factor', begin_date, ready: false }),
        company('Zeta ABCDEF', null),
      ],
    }),
  })
  await expectVisible(
    page.getByText('A partir de 01/03/2031, Alfa exige uma chave de acesso para abrir módulos.'),
  )
  await expectVisible(
    page.getByText('Deltas XY exige um aplicativo autenticador ou uma chave de acesso'),
  )
  await expectGone(page.getByText('Betas exige'))
  await expectGone(page.getByText('Gamas X exige'))
  await expect
    .element(page.getByRole('link', { name: 'Configurar em Minha conta' }))
    .toHaveAttribute('href', '/my-account')
  await expectAccessible()
  await expectToFit(innerWidth)
})

test('says since when a policy applies', async () => {
  const past = '2026-02-01T03:00:00.000Z'
  openPortal('/access-page', {
    userInitialPermissions: () => ({
      companies: [company('Alfa', { policy: 'passkey', begin_date: past, ready: false })],
    }),
  })
  await expectVisible(page.getByText('Desde 01/02/2026, Alfa exige uma chave de acesso'))
})

test('says nothing to a user who is ready', async () => {
  openPortal('/access-page', {
    userInitialPermissions: () => ({
      companies: [company('Alfa', { policy: 'passkey', begin_date, ready: true })],
    }),
  })
  await expectVisible(page.getByRole('region', { name: 'Módulo', exact: true }))
  await expectGone(page.getByText(/exige/))
})

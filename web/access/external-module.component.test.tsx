/** Links from outside that require a stronger or more recent sign-in, with a fake server (decision 94). */
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { CompanyChoice } from '../../contract/access.ts'
import { refuse, type Handlers } from '../testing/fake-api.ts'
import { openPortal } from '../testing/portal.tsx'
import { expectVisible } from '../testing/screen.ts'
import { storeModuleTarget } from '../session-state/module-target.ts'

const company: CompanyChoice = {
  id: 11,
  name: 'Alfa Telecom',
  document: '11222333000181',
  logo: null,
  sign_in_policy: null,
  spid: null,
  spids: [],
  services: [
    {
      id: 5,
      name: 'Portabilidade',
      modules: [
        {
          id: 7,
          name: 'Bilhetes',
          url: 'https://m7.example',
          status: 1,
          is_enable_spid: false,
          logo: null,
          last_used_at: null,
          favourites: [],
        },
      ],
    },
  ],
}

const again = page.getByRole('dialog', { name: 'Entre novamente' })
const question = page.getByRole('dialog', { name: 'Continuar para Bilhetes?' })
/** Requirements in the requests for a code. */
let requested: unknown[] = []
beforeEach(() => {
  requested = []
})

/** Opens the access page after a link with these requirements, in a session of this class. */
function follow(
  link: { acr_values?: string; max_age?: string },
  {
    acr = 'mfa',
    age = 60,
    handlers = {},
  }: { acr?: 'mfa' | 'phr'; age?: number; handlers?: Handlers } = {},
) {
  storeModuleTarget({ refModule: '7', companyId: '11', ...link })
  return openPortal('/access-page', {
    userInitialPermissions: () => ({ companies: [company] }),
    signInOptions: () => ({ federated: false }),
    userValidate: () => ({
      active: true,
      user_id: 1,
      session_id: '0b0e7a2e-5a5e-4c63-9f0a-6d3c5a1f2b3c',
      module_id: null,
      company_id: null,
      spid: null,
      expires_at: 4_102_444_800,
      auth_time: Math.floor(Date.now() / 1000) - age,
      amr: ['pwd', 'mfa'],
      acr,
    }),
    userLocalAuthValidate: () => ({}),
    userLocalCode({ body: { acr_values, max_age } }) {
      requested.push({ acr_values, max_age })
      return refuse('passkey-required')
    },
    ...handlers,
  })
}

test.each([
  [{ acr_values: 'phr' }, 'entre com a sua chave de acesso'],
  [{ acr_values: 'phr', max_age: '30' }, 'entre com a sua chave de acesso'],
  [{ max_age: '30' }, 'ter entrado há pouco tempo'],
])(
  'a link with %j that the session does not meet offers to sign in again',
  async (link, reason) => {
    const fake = follow(link)
    await expectVisible(again.getByText(reason))
    await expect.element(question).not.toBeInTheDocument()
    expect(fake.calls).not.toContain('userLocalCode')
  },
)

test.each([
  [{ acr_values: 'phr mfa' }, { acr_values: ['phr', 'mfa'] }],
  [{ max_age: '300' }, { max_age: 300 }],
  [{}, {}],
])(
  'a link with %j that the session meets asks for the password and sends the requirements',
  async (link, sent) => {
    follow(link)
    await question.getByRole('textbox', { name: 'Senha' }).fill('a senha')
    await question.getByRole('button', { name: 'Continuar' }).click()
    await expectVisible(again.getByText('entre com a sua chave de acesso'))
    expect(requested).toEqual([sent])
  },
)

test('a link with an unreadable maximum age opens no module', async () => {
  follow({ max_age: 'cinco' })
  await expectVisible(page.getByText('Módulo não encontrado.').first())
  await expect.element(question).not.toBeInTheDocument()
})

test('the requirement can be dismissed, and the access page stays usable', async () => {
  follow({ acr_values: 'phr' })
  await again.getByRole('button', { name: 'Fechar' }).click()
  await expectVisible(page.getByRole('region', { name: 'Módulo', exact: true }))
})

test('a module chosen on the page that requires a stronger sign-in offers it too', async () => {
  openPortal('/access-page', {
    userInitialPermissions: () => ({ companies: [company] }),
    userLocalCode: () => refuse('second-factor-required'),
  })
  await page.getByRole('button', { name: /^Acessar/ }).click()
  await expectVisible(again.getByText('com a chave de acesso ou com o aplicativo autenticador'))
  await again.getByRole('button', { name: 'Fechar' }).click()
  await expect.element(again).not.toBeInTheDocument()
})

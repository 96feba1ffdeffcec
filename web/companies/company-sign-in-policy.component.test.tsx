/** The sign-in policy on the record of a company, with a fake server (decision 95). */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { problems } from '../../contract/problems.ts'
import { expectAccessible } from '../testing/accessibility.ts'
import { refuse, type Handlers } from '../testing/fake-api.ts'
import { company, companyHandlers, signInPolicy } from '../testing/fake-companies.ts'
import { openPortal } from '../testing/portal.tsx'
import {
  button,
  confirmIdentity,
  expectGone,
  expectToFit,
  expectVisible,
  toast,
} from '../testing/screen.ts'
import { viewer } from '../testing/signed-in.ts'

const card = page.getByRole('region', { name: 'Exigência para entrar' })
const dialog = page.getByRole('dialog', { name: 'Exigência para entrar' })
let saved: unknown

function open(
  stored = signInPolicy({ people: 31, federated: 5, with_second_factor: 12, with_passkey: 4 }),
  handlers: Handlers = {},
  user?: Parameters<typeof openPortal>[2],
) {
  saved = undefined
  const alfa = company({ id: 21, name: 'Operadora Alfa', version: 4 })
  openPortal(
    '/company-form?id=21&tab=summary',
    {
      ...companyHandlers([alfa]),
      companySignInPolicyGet: () => ({ ...stored, version: 4 }),
      companySignInPolicyUpdate({ body }) {
        saved = body
        return {
          ...stored,
          policy: body.policy,
          begin_date: '2031-03-01T03:00:00.000Z',
          version: 5,
        }
      },
      ...handlers,
    },
    user,
  )
}

test('shows the policy and how many people are ready for it', async () => {
  open(
    signInPolicy({
      policy: 'passkey',
      begin_date: '2026-12-10T03:00:00.000Z',
      people: 31,
      federated: 5,
      with_second_factor: 12,
      with_passkey: 4,
    }),
  )
  await expectVisible(card.getByText('Chave de acesso', { exact: true }))
  await expectVisible(card.getByText('10/12/2026'))
  await expectVisible(card.getByText('4 de 31 pessoas ativas · 5 pelo provedor de identidade'))
  await expectAccessible()
  await expectToFit(innerWidth)
})

test('the card keeps its height when the policy is loaded', async () => {
  await page.viewport(1280, 740)
  const reading = Promise.withResolvers<undefined>()
  const stored = signInPolicy({ people: 31, federated: 0 })
  open(stored, {
    companySignInPolicyGet: async () => {
      await reading.promise
      return { ...stored, version: 4 }
    },
  })
  const change = card.getByRole('button', { name: 'Alterar exigência' })
  await expect.element(change).toBeDisabled()
  const height = () => card.element().getBoundingClientRect().height
  const before = height()
  reading.resolve(undefined)
  await expect.element(change).toBeEnabled()
  expect(Math.abs(height() - before)).toBeLessThan(1)
})

test('a policy needs a day, and is saved with it after a confirmation', async () => {
  open()
  await expectVisible(card.getByText('12 de 31 pessoas ativas · 5 pelo provedor de identidade'))
  await button('Alterar exigência').click()
  await dialog.getByRole('combobox', { name: 'Exigência' }).click()
  await page.getByRole('option', { name: 'Chave de acesso', exact: true }).click()
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expectVisible(dialog.getByText('Informe a data de início.'))
  await dialog.getByLabelText('A partir de').fill('2001-01-01')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expectVisible(dialog.getByText('Data de início não pode ser menor que a data atual'))
  await dialog.getByLabelText('A partir de').fill('2031-03-01')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expectVisible(
    page.getByText(
      'A partir de 01/03/2031, só abre módulos por esta empresa quem entrar com chave de acesso.',
    ),
  )
  await confirmIdentity()
  await expectVisible(toast('Exigência salva com sucesso.'))
  expect(saved).toEqual({ policy: 'passkey', begin_date: '2031-03-01', version: 4 })
  await expectGone(dialog)
  await expectVisible(card.getByText('01/03/2031'))
})

test('a conflict is shown and nothing is lost', async () => {
  open(signInPolicy({ policy: 'passkey', begin_date: '2026-12-10T03:00:00.000Z' }), {
    companySignInPolicyUpdate: () => refuse('changed-meanwhile'),
  })
  await button('Alterar exigência').click()
  await dialog.getByRole('combobox', { name: 'Exigência' }).click()
  await page.getByRole('option', { name: 'Nenhuma' }).click()
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await confirmIdentity()
  await expectVisible(page.getByText(problems['changed-meanwhile'].message).first())
  await expectVisible(dialog)
})

test('a user who only reads companies sees no button', async () => {
  open(undefined, {}, viewer(['/company-form']))
  await expectVisible(card.getByText('Nenhuma'))
  await expectGone(button('Alterar exigência'))
})

import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ModuleSecrets } from '../../contract/module-secrets.ts'
import { expectAccessible } from '../testing/accessibility.ts'
import { refuse, type Handlers } from '../testing/fake-api.ts'
import { catalogueHandlers, module } from '../testing/fake-catalogue.ts'
import { openPortal } from '../testing/portal.tsx'
import {
  answer,
  button,
  confirmIdentity,
  expectCount,
  expectGone,
  expectPath,
  expectVisible,
  heading,
  toast,
} from '../testing/screen.ts'

const stored = module({ name: 'Acordos' })
const secret = page.getByLabelText('Secret', { exact: true })
const retire = page.getByRole('button', { name: /^Retirar/ })

/** Secrets of the module, newest first. */
const secrets = (...values: string[]): ModuleSecrets => ({
  name: stored.name,
  secret: values[0] ?? null,
  secret_generated: values.length > 0,
  secrets: values.map((_, index) => ({
    id: values.length - index,
    created_at: `2024-05-0${values.length - index}T12:00:00.000Z`,
    last_used_at: null,
    created_by: 'Ana Maria',
  })),
})

/** Opens the screen of a module with these secrets. */
function open(first: ModuleSecrets, handlers: Handlers = {}): void {
  openPortal(`/secret-management?moduleId=${stored.id}&serviceId=${stored.service_id}`, {
    ...catalogueHandlers({ modules: [stored] }),
    moduleSecretGet: () => first,
    ...handlers,
  })
}

test('generates a secret after question and confirmation, and shows it masked', async () => {
  open(secrets(), { moduleSecretCreate: () => secrets('segredo-1') })
  await expectVisible(heading('Gerenciamento de secret'))
  await expectVisible(page.getByText('Módulo: Acordos'))
  await expectVisible(page.getByText('Ainda não há secret cadastrada para este módulo.'))
  const question = 'Deseja gerar uma secret para o módulo?'
  await button('Gerar Secret').click()
  await answer(question, false)
  await expect.element(button('Gerar Secret')).toHaveFocus()
  await button('Gerar Secret').click()
  await confirmIdentity(question)
  await expectVisible(toast('Secret gerada com sucesso!'))
  await expectGone(button('Gerar Secret'))
  await expect.element(secret).toHaveAttribute('type', 'password')
  await expect.element(secret).toHaveAttribute('readonly')
  await button('Mostrar secret').click()
  await expect.element(secret).toHaveAttribute('type', 'text')
  await expect.element(secret).toHaveValue('segredo-1')
  await page.getByRole('link', { name: 'Voltar' }).click()
  await expectPath('/module-list')
})

test('generates a second secret beside the first, and retires one of them', async () => {
  open(secrets('segredo-1'), {
    moduleSecretCreate: () => secrets('segredo-2', 'segredo-1'),
    moduleSecretRetire: ({ params: { secretId } }) =>
      secrets(secretId === 1 ? 'segredo-2' : 'segredo-1'),
  })
  await expect.element(secret).toHaveValue('segredo-1')
  await expectGone(retire)
  await button('Gerar nova secret').click()
  await confirmIdentity('Deseja gerar uma segunda secret para o módulo?')
  await expect.element(secret).toHaveValue('segredo-2')
  await expectGone(button('Gerar nova secret'))
  await expectCount(retire, 2)
  await retire.last().click()
  const question = page.getByRole('dialog', { name: 'Deseja realmente retirar esta secret?' })
  await expect
    .element(question)
    .toHaveTextContent('Retirar a secret do módulo Acordos criada em 01/05/2024 09:00:00')
  await expect.element(question).toHaveTextContent('O módulo deixa de poder usá-la imediatamente.')
  await expectAccessible()
  await confirmIdentity('Deseja realmente retirar esta secret?')
  await expectVisible(toast('Secret retirada com sucesso!'))
  await expect.element(secret).toHaveValue('segredo-2')
  await expectGone(retire)
})

test('explains why the console has none', async () => {
  open(secrets(), { moduleSecretCreate: () => refuse('module-secret-of-console') })
  await button('Gerar Secret').click()
  await confirmIdentity('Deseja gerar uma secret para o módulo?')
  await expectVisible(toast('Este módulo é a própria Gestão de Acesso: não usa secret.'))
})

/** A save that would overwrite another user's save (decision 71), on the form of a service. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { disconnect, refuse, type Handlers } from '../testing/fake-api.ts'
import { bia, saveOf, savedAt, savedTime } from '../testing/fake-saves.ts'
import { service, serviceHandlers } from '../testing/fake-services.ts'
import { openPortal } from '../testing/portal.tsx'
import { administrator, withScreens } from '../testing/signed-in.ts'
import {
  alert,
  button,
  confirmIdentity,
  expectGone,
  expectVisible,
  field,
  save,
  toast,
} from '../testing/screen.ts'

/** Opens the form of a service, which another user then saves with `theirs`. */
async function openChanged(
  theirs: Partial<Parameters<typeof service>[0]>,
  { user = administrator, ...handlers }: Handlers & { user?: typeof administrator } = {},
) {
  const stored = service({ name: 'Dados', description: 'A' })
  const fake = openPortal(
    `/service-form?id=${stored.id}`,
    {
      ...serviceHandlers([stored]),
      auditList: ({ query }) => {
        expect(query.record).toBe(`service:${stored.id}`)
        return {
          rows: [saveOf(2, bia), saveOf(1, { id: 4, name: 'Caio Melo' })],
          names: {},
          older: null,
          newer: null,
        }
      },
      ...handlers,
    },
    user,
  )
  await expect.element(field('Nome')).toHaveValue('Dados')
  Object.assign(stored, { version: 2, updated_at: savedAt, ...theirs })
  return { stored, fake }
}

async function trySave() {
  await save()
  await confirmIdentity()
}

const conflict = (text = 'salvou') => alert(text)

test('both changed one field: the user keeps the own value, and the other fields are taken over', async () => {
  const { stored } = await openChanged({ description: 'B', active: false })
  await field('Descrição').fill('C')
  await trySave()
  const panel = conflict(`Bia Reis salvou às ${savedTime}:`)
  await expect.element(panel).toHaveTextContent('Descrição: A → B')
  await expect.element(panel).toHaveTextContent('Status: Ativo → Inativo')
  await expect.element(panel).toHaveTextContent('Você também mudou Descrição.')
  await expect.element(field('Descrição')).toHaveValue('C')
  await expect.element(field('Status')).toHaveValue('0')
  // Saving before the decision only moves the focus back to the panel.
  await save()
  await expect.element(panel).toHaveFocus()
  expect(stored.description).toBe('B')
  await button('Manter a minha').click()
  await expectGone(panel)
  await expect.element(button('Salvar')).toHaveFocus()
  await trySave()
  await expectVisible(toast('Serviço atualizado'))
  expect(stored).toMatchObject({ description: 'C', active: false, version: 3 })
})

test("the user takes the other user's value; what was typed in other fields stays", async () => {
  const { stored } = await openChanged({ description: 'B' })
  await field('Descrição').fill('C')
  await field('Nome').fill('Dados móveis')
  await trySave()
  await expectVisible(conflict())
  await button('Ficar com a dela').click()
  await expect.element(field('Descrição')).toHaveValue('B')
  await expect.element(field('Nome')).toHaveValue('Dados móveis')
  await trySave()
  await expectVisible(toast('Serviço atualizado'))
  expect(stored).toMatchObject({ description: 'B', name: 'Dados móveis', version: 3 })
})

test('different fields were changed: both changes stay', async () => {
  const { stored } = await openChanged({ description: 'B' })
  await field('Nome').fill('Dados móveis')
  await trySave()
  const panel = conflict()
  await expect.element(panel).toHaveTextContent('Descrição: A → B')
  await expect.element(panel).toHaveTextContent('Você mudou outros campos')
  await expectGone(button('Ficar com a dela'))
  await button('Manter as duas').click()
  await expect.element(field('Descrição')).toHaveValue('B')
  await trySave()
  await expectVisible(toast('Serviço atualizado'))
  expect(stored).toMatchObject({ description: 'B', name: 'Dados móveis' })
})

test('both typed the same: there is nothing to decide', async () => {
  await openChanged({ description: 'B' })
  await field('Descrição').fill('B')
  await field('Nome').fill('Dados móveis')
  await trySave()
  await expectVisible(button('Manter as duas'))
  await expectGone(button('Manter a minha'))
})

test('two saves by two users are one conflict that names both', async () => {
  await openChanged(
    { description: 'D', version: 3 },
    {
      auditList: () => ({
        rows: [saveOf(3, { id: 5, name: 'Davi Luz' }), saveOf(2, bia)],
        names: {},
        older: null,
        newer: null,
      }),
    },
  )
  await field('Descrição').fill('C')
  await trySave()
  await expectVisible(conflict(`Davi Luz e Bia Reis salvaram, por último às ${savedTime}:`))
  await expect.element(conflict('salvaram')).toHaveTextContent('Descrição: A → D')
})

test('a save of the same user in another window is not called the save of another person', async () => {
  await openChanged(
    { description: 'B' },
    {
      auditList: () => ({
        rows: [saveOf(2, { id: administrator.user.id, name: 'Eu' })],
        names: {},
        older: null,
        newer: null,
      }),
    },
  )
  await field('Descrição').fill('C')
  await trySave()
  await expectVisible(conflict(`Você salvou este registro em outra janela às ${savedTime}:`))
  await button('Ficar com a outra').click()
  await expect.element(field('Descrição')).toHaveValue('B')
})

test('a user without the audit log learns when and what, but not who', async () => {
  // The fake server reports an unexpected call of `auditList` as a fault.
  const { fake } = await openChanged(
    { description: 'B' },
    { user: withScreens(['/service-list', '/service-form']) },
  )
  await field('Descrição').fill('C')
  await trySave()
  await expectVisible(conflict(`Outra pessoa salvou às ${savedTime}:`))
  await expect.element(conflict()).toHaveTextContent('Descrição: A → B')
  expect(fake.calls).not.toContain('auditList')
})

test('an audit log that cannot be read does not hide the conflict', async () => {
  await openChanged({ description: 'B' }, { auditList: disconnect })
  await field('Descrição').fill('C')
  await trySave()
  await expectVisible(conflict(`Outra pessoa salvou às ${savedTime}:`))
})

test('a record that cannot be read again is reported, and can be read later', async () => {
  const { fake, stored } = await openChanged({ description: 'B' })
  fake.use({ serviceGet: disconnect })
  await field('Descrição').fill('C')
  await trySave()
  await expectVisible(toast('Erro inesperado'))
  await expect.element(field('Descrição')).toHaveValue('C')
  fake.use({ serviceGet: () => stored })
  await button('Recarregar').click()
  await expectVisible(conflict(`Bia Reis salvou às ${savedTime}:`))
})

test('a record that was deleted meanwhile keeps what was typed', async () => {
  const { fake } = await openChanged({ description: 'B' })
  fake.use({ serviceGet: () => refuse('service-not-found') })
  await field('Descrição').fill('C')
  await trySave()
  await expectVisible(alert('Este registro não existe mais, ou você não o vê mais.'))
  await expect.element(field('Descrição')).toHaveValue('C')
})

test('works by keyboard: the decision follows the buttons of the form', async () => {
  await openChanged({ description: 'B' })
  await field('Descrição').fill('C')
  await trySave()
  await expectVisible(conflict())
  await expect.element(button('Salvar')).toHaveFocus()
  await userEvent.tab()
  await expect.element(button('Manter a minha')).toHaveFocus()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(field('Descrição')).toHaveValue('B')
  await expect.element(button('Salvar')).toHaveFocus()
  await expectGone(page.getByRole('alert').filter({ hasText: 'salvou' }))
})

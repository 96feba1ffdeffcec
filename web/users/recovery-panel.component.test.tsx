import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Recovery } from '../../contract/recoveries.ts'
import { expectAccessible } from '../testing/accessibility.ts'
import type { Handlers } from '../testing/fake-api.ts'
import { user, userHandlers } from '../testing/fake-users.ts'
import { openPortal } from '../testing/portal.tsx'
import {
  answer,
  button,
  confirmIdentity,
  expectGone,
  expectToFit,
  expectVisible,
  toast,
} from '../testing/screen.ts'

const panel = page.getByRole('region', { name: 'Recuperações' })
const items = panel.getByRole('listitem')

const recovery = (values: Partial<Recovery> = {}): Recovery & { may_approve: boolean } => ({
  id: 5,
  kind: 'password',
  started_at: '2026-11-26T12:00:00.000Z',
  origin: 'other',
  started_by: 'Bia Reis',
  reason: null,
  waits_until: '2026-11-27T12:00:00.000Z',
  expires_at: '2026-11-28T12:00:00.000Z',
  effective: false,
  may_approve: true,
  ...values,
})

/** Opens the record with these recoveries; `stored` changes with the writes. */
function open(
  stored: ReturnType<typeof recovery>[],
  more: Handlers = {},
  frozen: string | null = null,
) {
  const state = { recoveries: stored, frozen_until: frozen, wait_hours: 30 }
  const fake = openPortal('/user-edit?id=71&tab=security', {
    ...userHandlers([user({ id: 71, name: 'Jussara Lima' })]),
    recoveryListOfUser: () => ({ ...state }),
    ...more,
  })
  return { fake, state }
}

test('a pending recovery names its origin and effect, and is approved with a confirmation', async () => {
  const approved: string[] = []
  const { state } = open([recovery()], {
    recoveryApproveOfUser({ params }) {
      approved.push(`${params.userId} ${params.id}`)
      state.recoveries = []
      return {}
    },
  })
  await expect.element(items).toHaveTextContent('Criação de uma nova senha')
  await expect.element(items).toHaveTextContent('Iniciada em 26/11/2026 09:00:00, por Bia Reis.')
  await expect.element(items).toHaveTextContent('Fica possível em 27/11/2026 09:00:00')
  await expectAccessible()
  await page.viewport(360, 740)
  await expectToFit(360)
  await panel.getByRole('button', { name: 'Aprovar' }).click()
  await confirmIdentity()
  await expectVisible(toast('Recuperação aprovada.'))
  await expect.element(panel).toHaveTextContent('Nenhuma recuperação em espera.')
  expect(approved).toEqual(['71 5'])
})

test('whoever started it can only cancel it, after a question', async () => {
  const { state } = open(
    [recovery({ kind: 'factors', reason: 'Perdeu o telefone' })].map((one) => ({
      ...one,
      may_approve: false,
    })),
    {
      recoveryCancelOfUser() {
        state.recoveries = []
        return {}
      },
    },
  )
  await expect.element(items).toHaveTextContent('Motivo: Perdeu o telefone')
  await expectGone(panel.getByRole('button', { name: 'Aprovar' }))
  await panel.getByRole('button', { name: 'Cancelar' }).click()
  await answer('Deseja realmente cancelar esta recuperação?', true)
  await expectVisible(toast('Recuperação cancelada.'))
})

test('the removal of a second factor needs a reason', async () => {
  const reasons: string[] = []
  const { state } = open([], {
    recoveryStartOfUser({ body }) {
      reasons.push(body.reason)
      const started = recovery({ kind: 'factors', reason: body.reason })
      state.recoveries = [started]
      return started
    },
  })
  await panel.getByRole('button', { name: 'Remover segundo fator' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remover segundo fator' })
  await expectVisible(dialog.getByText(/depois de 30 horas, em que Jussara Lima/))
  await dialog.getByRole('button', { name: 'Iniciar remoção' }).click()
  await expectVisible(dialog.getByText('Informe o motivo.'))
  await dialog.getByLabelText('Motivo').fill('Perdeu o telefone')
  await button('Iniciar remoção').click()
  await confirmIdentity()
  await expectVisible(toast('Remoção iniciada. A pessoa foi avisada.'))
  expect(reasons).toEqual(['Perdeu o telefone'])
})

test('a freeze is shown and lifted', async () => {
  const { state } = open(
    [],
    {
      recoveryUnfreezeOfUser() {
        state.frozen_until = null
        return {}
      },
    },
    '2026-11-29T12:00:00.000Z',
  )
  await expect.element(panel).toHaveTextContent('Recuperações suspensas até 29/11/2026 09:00:00')
  await panel.getByRole('button', { name: 'Liberar' }).click()
  await confirmIdentity()
  await expectVisible(toast('Recuperação liberada.'))
})

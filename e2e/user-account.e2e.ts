/** What a user's record shows beside the form: invitation, last access, failed attempts and sessions. */
import type { Page } from '@playwright/test'
import { PortalClient } from '../test/testing/portal-client.ts'
import { expect, test } from './console.ts'
import {
  button,
  doConfirmed,
  failWrites,
  field,
  addUser,
  saveConfirmed,
  stored,
} from './people-rows.ts'
import type { Portaria } from './portaria.ts'
import { confirmIdentity, expectToFit, proofDialog, toast } from './screen.ts'

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const tomorrow = () => new Date(Date.now() + 86_400_000)
const yesterday = () => new Date(Date.now() - 86_400_000)

/** Enters the wrong password until the account is rate-limited. */
async function guess({ url }: Portaria, email: string): Promise<void> {
  const wrong = Buffer.from(`${email}:senha-errada`).toString('base64')
  for (let n = 0; n < 6; n += 1)
    await fetch(`${url}/api/auth-local`, {
      method: 'POST',
      headers: { authorization: `Basic ${wrong}`, 'content-type': 'application/json' },
    })
}

test.describe('the invitation', () => {
  test('is shown until first access, sent again, and reports failures', async ({
    page,
    portaria,
    world,
    enter,
    checkAxe,
  }) => {
    await test.step('is sent again, with a new valid temporary password', async () => {
      const { id, email } = await addUser(portaria, [await world.build.company()], {
        temporaryUntil: yesterday(),
      })
      await enter(`/user-edit?id=${id}`)
      await expect(page.getByRole('main')).toContainText('A senha temporária venceu em')
      await checkAxe()
      await portaria.messageAfter(email, async () => {
        await doConfirmed(page, 'Reenviar convite')
        await expect(toast(page, 'Convite reenviado com sucesso!')).toBeVisible()
      })
      await expect(page.getByRole('main')).toContainText(
        /Convite enviado\. A senha temporária vale até \d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d\./,
      )
    })

    await test.step('is sent to a corrected e-mail before first access', async () => {
      const person = await addUser(portaria, [await world.build.company()], {
        temporaryUntil: tomorrow(),
      })
      const right = `certo.${person.email}`
      await page.goto(`/user-edit?id=${person.id}`)
      await expect(page.getByRole('main')).toContainText('Convite enviado.')
      await field(page, 'E-mail').fill('sem-arroba')
      await button(page, 'Salvar').click()
      await expect(field(page, 'E-mail')).toHaveAccessibleDescription(
        /Preencha o campo e-mail com um e-mail válido!/,
      )
      await field(page, 'E-mail').fill(right)
      await portaria.messageAfter(right, () =>
        saveConfirmed(page, 'Usuário atualizado com sucesso!'),
      )
      expect(await stored(portaria, right)).toMatchObject({ id: person.id })
    })

    await test.step('reports that it was not sent, with the reason', async () => {
      const { id } = await addUser(portaria, [await world.build.company()], {
        temporaryUntil: tomorrow(),
      })
      await page.goto(`/user-edit?id=${id}`)
      await button(page, 'Reenviar convite').click()
      await expect(proofDialog(page)).toBeVisible()
      await portaria.sql.query('update users set last_access_at = now() where id = $1', [id])
      await confirmIdentity(page)
      await expect(toast(page, 'Erro ao reenviar convite!')).toBeVisible()
      await expect(
        toast(
          page,
          'Este usuário já fez o primeiro acesso. Para uma nova senha, use Resetar senha.',
        ),
      ).toBeVisible()
    })

    await test.step('is not shown after first access; the last access is shown instead', async () => {
      const { id } = await addUser(portaria, [await world.build.company()])
      await portaria.sql.query(
        `update users set last_access_at = '2019-03-06T12:00:00Z' where id = $1`,
        [id],
      )
      await page.goto(`/user-edit?id=${id}&tab=summary`)
      await expect(panel(page, 'Dados')).toContainText('06/03/2019 09:00:00')
      await expect(page.getByText('Convite enviado.')).toHaveCount(0)
    })
  })
})

test.describe('failed attempts', () => {
  test('are shown, reloaded and cleared', async ({ page, portaria, world, enter, checkAxe }) => {
    await test.step('stay if clearing them fails', async () => {
      const { id, email } = await addUser(portaria, [await world.build.company()])
      await guess(portaria, email)
      await enter(`/user-edit?id=${id}&tab=security`)
      await button(page, 'Liberar conta').click()
      await page.route(`**/api/user/${id}/locks`, (route) =>
        route.request().method() === 'DELETE'
          ? route.fulfill({ status: 500, json: {} })
          : route.fallback(),
      )
      await confirmIdentity(page, 'Deseja realmente liberar a conta?')
      await expect(toast(page, 'Erro ao liberar a conta!')).toBeVisible()
      await expect(page.getByRole('rowheader', { name: 'Senhas erradas' }).first()).toBeVisible()
    })

    await test.step('can be reloaded after a failed read', async () => {
      const { id } = await addUser(portaria, [await world.build.company()])
      await failWrites(page, `/user/${id}/locks`)
      await page.goto(`/user-edit?id=${id}&tab=security`)
      const tries = panel(page, 'Tentativas e esperas')
      await expect(tries.getByRole('alert')).toHaveText('Não foi possível carregar.')
      await page.unroute(`**/api/user/${id}/locks`)
      await tries.getByRole('button', { name: 'Tentar novamente' }).click()
      await expect(tries).toContainText('Nenhuma tentativa contada.')
    })

    await test.step('are shown with the waiting time, and cleared after question and confirmation', async () => {
      const { id, email } = await addUser(portaria, [await world.build.company()])
      await guess(portaria, email)
      await page.goto(`/user-edit?id=${id}&tab=security`)
      const tries = panel(page, 'Tentativas e esperas')
      await expect(tries.getByRole('rowheader').first()).toHaveText('Senhas erradas')
      await expect(tries).toContainText('(5 livres)')
      await checkAxe()
      await page.setViewportSize({ width: 360, height: 740 })
      await expectToFit(page, 360)
      await doConfirmed(page, 'Liberar conta', 'Deseja realmente liberar a conta?')
      await expect(toast(page, 'Conta liberada com sucesso!')).toBeVisible()
      await expect(tries).toContainText('Nenhuma tentativa contada.')
      await expect(button(page, 'Liberar conta')).toHaveCount(0)
    })
  })
})

test.describe('active sessions', () => {
  test('are ended one by one or all together, each with an identity confirmation', async ({
    page,
    portaria,
    world,
    enter,
    checkAxe,
  }) => {
    const { id, email } = await addUser(portaria, [await world.build.company()])
    for (let n = 0; n < 3; n += 1) {
      await new PortalClient(portaria.url).signIn(email)
      await portaria.sql.query('delete from rate_limits')
    }
    await enter(`/user-edit?id=${id}&tab=security`)
    const live = panel(page, 'Sessões ativas')
    await expect(live.getByRole('rowheader')).toHaveCount(3)
    await checkAxe()
    await live
      .getByRole('button', { name: /^Encerrar: / })
      .first()
      .click()
    await confirmIdentity(page)
    await expect(toast(page, 'Sessão encerrada.')).toBeVisible()
    await expect(live.getByRole('rowheader')).toHaveCount(2)
    await doConfirmed(page, 'Encerrar todas')
    await expect(toast(page, 'Sessões encerradas.')).toBeVisible()
    await expect(live).toContainText('A conta não está aberta em nenhum lugar.')
  })
})

/** Import of users with profiles: a file is reviewed, applied as a whole, exported again and undone (decision 32). */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './console.ts'
import { follow } from './follow.ts'
import type { Portaria } from './portaria.ts'
import { confirmIdentity, crumbs, expectToFit, rows, toast } from './screen.ts'
import type { World } from './world.ts'

const upload = (page: Page, content: string, name: string) =>
  page
    .getByLabel('Arquivo', { exact: true })
    .and(page.locator('input'))
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })

const totals = (page: Page) =>
  page.getByRole('list', { name: 'Resultado das linhas' }).getByRole('listitem')
const effects = (page: Page) =>
  page.getByRole('list', { name: 'O que a importação faz' }).getByRole('listitem')

/** Creates a company with a SPID and seats of a module, and a profile of this module. */
async function makePlace(world: World, portaria: Portaria) {
  const company = await world.build.company({ spids: ['VOZ1'] })
  const { id: moduleId } = await world.build.module({ secret: false })
  await world.build.plan({ companyId: company.id, moduleId, seats: 5 })
  const profileId = await world.build.profile({ moduleId })
  const { rows: found } = await portaria.sql.query<{ document: string; profile: string }>(
    'select c.document, p.name as profile from companies c, profiles p where c.id = $1 and p.id = $2',
    [company.id, profileId],
  )
  const { document = '', profile = '' } = found[0] ?? {}
  return { company, document, profile }
}

const file = (...lines: string[]) => ['Nome;E-mail;Telefone;CNPJ;SPID;Perfil', ...lines].join('\n')

test.describe('/user-import', () => {
  test('imports users with profiles, for callers who may give them', async ({
    page,
    portaria,
    world,
    enter,
    viewer,
  }) => {
    await test.step('users with profiles: a file with an invalid line, then applied, exported, unchanged and undone', async () => {
      const { company, document, profile } = await makePlace(world, portaria)
      const mark = world
        .unique('lote')
        .toLowerCase()
        .replace(/[^a-z0-9]/g, '')
      const email = `bia.${mark}@operadora.example`
      const first = `Bia Lima;${email};+55 11 98765-4321;${document};VOZ1;${profile}`
      const second = `Caio Luz;caio.${mark}@operadora.example;5511987654321;${document};;`
      await enter('/user-list')
      await page.getByRole('link', { name: 'Importar', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'Importar usuários', level: 1 })).toBeVisible()
      await expect(crumbs(page)).toHaveText(['Usuários', 'Importar'])

      await upload(
        page,
        file(first, `Caio;caio.${mark}@operadora.example;12;${document};;`),
        'errado.csv',
      )
      await expect(totals(page)).toHaveText(['1 recusada', '1 nova'])
      await expect(page.getByRole('heading', { name: 'errado.csv' })).toBeFocused()
      await expect(page.getByText('Nome (A3): Preencha o campo nome completo!')).toBeVisible()
      // A file with errors invites no users.
      await expect(effects(page)).toHaveCount(0)
      await expect(page.getByRole('button', { name: /^Importar / })).toHaveCount(0)
      await page.getByRole('button', { name: 'Enviar outro arquivo' }).click()
      await expect(page.getByRole('button', { name: 'Escolher arquivo' })).toBeFocused()
      await upload(page, file(first, second), `${mark}.csv`)
      await expect(totals(page)).toHaveText(['2 novas'])
      await expect(effects(page)).toHaveText([
        '2 pessoas novas serão convidadas por e-mail.',
        '1 perfil será dado.',
      ])
      await page.getByRole('button', { name: 'Importar 2 linhas', exact: true }).click()
      await expect(
        page.getByText('2 pessoas novas serão convidadas por e-mail. 1 perfil será dado.'),
      ).toBeVisible()
      await confirmIdentity(page)
      await expect(toast(page, 'Importação concluída.')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Escolher arquivo' })).toBeFocused()

      await follow(page, `/user-list?email=${mark}`)
      await expect(rows(page)).toHaveCount(2)
      const coming = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Exportar', exact: true }).click()
      const exported = await readFile(await (await coming).path(), 'utf8')
      expect(exported.split('\r\n')[0]).toContain('Nome;E-mail;Telefone;Código;CNPJ;SPID')
      expect(exported).toContain(`Bia Lima;${email};5511987654321`)

      await page.getByRole('link', { name: 'Importar', exact: true }).click()
      await upload(page, exported, 'exportado.csv')
      await expect(totals(page)).toHaveText(['2 sem mudança'])
      await expect(
        page.getByText('Tudo o que está no arquivo já está cadastrado assim.'),
      ).toBeVisible()

      await page.getByRole('button', { name: `Desfazer: ${mark}.csv` }).click()
      await confirmIdentity(page, 'Deseja desfazer esta importação?')
      await expect(toast(page, 'Importação desfeita.')).toBeVisible()
      const { rows: left } = await portaria.sql.query(
        'select from user_companies where company_id = $1',
        [company.id],
      )
      expect(left).toHaveLength(0)
    })

    await test.step('shows what an existing user receives, also on a phone', async () => {
      const { company, document, profile } = await makePlace(world, portaria)
      const { email } = await world.build.user()
      // Delete the draft of the previous step, which was not imported.
      await portaria.sql.query(`delete from imports where state = 'draft'`)
      await page.setViewportSize({ width: 360, height: 740 })
      await follow(page, '/user-import')
      await upload(page, file(`;${email};;${document};;${profile}`), `${'pessoas-'.repeat(12)}.csv`)
      await expect(totals(page)).toHaveText(['1 alterada'])
      await expect(effects(page)).toHaveText([
        '1 pessoa cadastrada será vinculada à empresa.',
        '1 perfil será dado.',
      ])
      await expect(page.getByRole('insertion').filter({ hasText: profile })).toContainText(
        company.name,
      )
      await expectToFit(page, 360)
    })

    await test.step('is not offered to users who may invite but not give profiles', async () => {
      await enter('/user-list', (await viewer(['/user-list', '/user-create'])).email)
      await expect(page.getByRole('heading', { name: 'Usuários' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Importar' })).toHaveCount(0)
    })
  })
})

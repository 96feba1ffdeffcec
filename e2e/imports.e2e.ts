/** Imports: a file is uploaded, reviewed, applied as a whole and undone (decision 27). */
import { buffer } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import { cnpj } from '../test/testing/catalogue-builders.ts'
import { expect, test } from './console.ts'
import { follow } from './follow.ts'
import { makeLoosePlan } from './plan-rows.ts'
import type { Portaria } from './portaria.ts'
import { alert, confirmIdentity, crumbs, expectToFit, row, rows, toast } from './screen.ts'

/** CNPJs outside the range of the builders, which count from 10000001. */
let counter = 60_000_000
const freeCnpj = () => cnpj((counter += 1) - 10_000_000)

const fileInput = (page: Page) =>
  page.getByLabel('Arquivo', { exact: true }).and(page.locator('input'))
const upload = (page: Page, content: string, name = 'operadoras.csv') =>
  fileInput(page).setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })

const totals = (page: Page) =>
  page.getByRole('list', { name: 'Resultado das linhas' }).getByRole('listitem')
const commit = (page: Page, lines: string) =>
  page.getByRole('button', { name: `Importar ${lines}`, exact: true })

/** Returns a CSV file of companies from its data lines. */
const companiesFile = (lines: readonly string[]) => ['CNPJ;Nome;E-mail;SPIDs', ...lines].join('\n')

/** Deletes the drafts that the server stores for the user, so that the next step begins without any. */
const forgetUploads = ({ sql }: Portaria) => sql.query(`delete from imports where state = 'draft'`)

test.describe('/company-import', () => {
  test('imports companies, for users who may write them', async ({
    page,
    portaria,
    world,
    enter,
    viewer,
    checkAxe,
  }) => {
    await test.step('an import of 500 companies with three invalid lines is refused, corrected, applied and undone', async () => {
      const name = (index: number) => `Provedor ${String(index).padStart(3, '0')}`
      const lines = Array.from(
        { length: 500 },
        (_, index) =>
          `${freeCnpj()};${name(index)};contato${index}@provedor.example;V${index} D${index}`,
      )
      const wrong = lines.with(9, '9,8E+13;Provedor 009;contato@provedor.example;')
      wrong[99] = `${freeCnpj()};;sem-nome@provedor.example;`
      wrong[499] = `${freeCnpj()};Provedor 499;sem-arroba;`

      await enter('/company-list')
      await page.getByRole('link', { name: 'Importar', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'Importar empresas', level: 1 })).toBeVisible()
      await expect(crumbs(page)).toHaveText(['Empresas', 'Importar'])

      await upload(page, companiesFile(wrong))
      await expect(totals(page)).toHaveText(['3 recusadas', '497 novas'])
      await expect(page.getByText('3 linhas não podem ser importadas.')).toBeVisible()
      await expect(page.getByRole('button', { name: /^Importar / })).toHaveCount(0)
      for (const [line, column] of [
        ['11', 'CNPJ (A11):'],
        ['101', 'Nome (B101):'],
        ['501', 'E-mail (C501):'],
      ] as const) {
        const refused = page
          .getByRole('row')
          .filter({ hasText: 'Recusada' })
          .filter({ has: page.getByRole('cell', { name: line, exact: true }) })
        await expect(refused).toContainText(column)
      }
      await checkAxe()

      // A reload keeps the draft.
      await page.reload()
      await expect(totals(page)).toHaveText(['3 recusadas', '497 novas'])
      await page.getByRole('button', { name: 'Enviar outro arquivo' }).click()
      await upload(page, companiesFile(lines))
      await expect(totals(page)).toHaveText(['500 novas'])
      await commit(page, '500 linhas').click()
      await confirmIdentity(page)
      await expect(toast(page, 'Importação concluída.')).toBeVisible()
      await expect(page.getByText('500 novas')).toBeVisible()
      await checkAxe()

      const count = async () => {
        const { rows: found } = await portaria.sql.query<{ companies: number; spids: number }>(
          `select count(distinct c.id)::integer as companies, count(s.spid)::integer as spids
         from companies c left join spids s on s.company_id = c.id where c.name like 'Provedor %'`,
        )
        return found[0]
      }
      expect(await count()).toEqual({ companies: 500, spids: 1000 })

      await page.getByRole('button', { name: 'Desfazer: operadoras.csv' }).click()
      await confirmIdentity(page, 'Deseja desfazer esta importação?')
      await expect(toast(page, 'Importação desfeita.')).toBeVisible()
      await expect(page.getByText(/^Desfeita em/)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Desfazer: operadoras.csv' })).toHaveCount(0)
      expect(await count()).toEqual({ companies: 0, spids: 0 })
    })

    await test.step('shows the changes of existing companies', async () => {
      const changed = await world.build.company()
      const same = await world.build.company()
      const { rows: found } = await portaria.sql.query<{
        id: number
        document: string
        email: string
      }>('select id, document, email from companies where id = any ($1)', [[changed.id, same.id]])
      const of = (id: number) => found.find((each) => each.id === id)
      const other = world.unique('Outro nome')
      await forgetUploads(portaria)
      await follow(page, '/company-import')
      await upload(
        page,
        companiesFile([
          `${of(changed.id)?.document};${other};${of(changed.id)?.email};`,
          `${of(same.id)?.document};${same.name};${of(same.id)?.email};`,
        ]),
      )
      await expect(totals(page)).toHaveText(['1 alterada', '1 sem mudança'])
      const line = page.getByRole('row').filter({ hasText: 'Alterada' })
      await expect(line.getByRole('deletion')).toHaveText(changed.name)
      await expect(line.getByRole('insertion')).toHaveText(other)
      await page.getByLabel('Resultado', { exact: true }).selectOption('Sem mudança')
      await expect(rows(page)).toHaveCount(1)
      await commit(page, '1 linha').click()
      await confirmIdentity(page)
      await expect(toast(page, 'Importação concluída.')).toBeVisible()

      await page.getByRole('link', { name: 'Voltar à lista' }).click()
      await page.getByRole('searchbox', { name: 'Buscar Empresa' }).fill(other)
      await expect(row(page, other)).toBeVisible()
    })

    await test.step('reports errors that concern the whole file, by keyboard, and accepts the next file', async () => {
      await forgetUploads(portaria)
      await follow(page, '/company-import')
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Escolher arquivo' }).press('Enter')
      await (
        await chooser
      ).setFiles({
        name: 'imagem.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0xff]),
      })
      await expect(alert(page, /O arquivo não está em UTF-8/)).toBeVisible()
      await expect(totals(page)).toHaveCount(0)
      await upload(page, companiesFile([`${freeCnpj()};Provedor Novo;novo@provedor.example;`]))
      await expect(totals(page)).toHaveText(['1 nova'])
    })

    await test.step('reports that the records have changed since the preview, and reloads it', async () => {
      const company = await world.build.company()
      const { rows: found } = await portaria.sql.query<{ document: string; email: string }>(
        'select document, email from companies where id = $1',
        [company.id],
      )
      const other = world.unique('Outro nome')
      await forgetUploads(portaria)
      await follow(page, '/company-import')
      await upload(page, companiesFile([`${found[0]?.document};${other};${found[0]?.email};`]))
      await expect(totals(page)).toHaveText(['1 alterada'])
      const meanwhile = world.unique('Nome de permeio')
      await portaria.sql.query('update companies set name = $2 where id = $1', [
        company.id,
        meanwhile,
      ])
      await commit(page, '1 linha').click()
      await confirmIdentity(page)
      await expect(alert(page, /Os registros mudaram depois da conferência/)).toBeVisible()
      await expect(page.getByRole('deletion')).toHaveText(meanwhile)
    })

    await test.step('downloads a template with the headers', async () => {
      await forgetUploads(portaria)
      await follow(page, '/company-import')
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Baixar modelo' }).click()
      const template = await (await download).createReadStream().then((stream) => buffer(stream))
      expect((await download).suggestedFilename()).toBe('modelo-empresas.xlsx')
      // The template is a workbook without rows.
      await fileInput(page).setInputFiles({
        name: 'modelo-empresas.xlsx',
        mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        buffer: template,
      })
      await expect(page.getByText('O arquivo não tem linhas abaixo dos títulos.')).toBeVisible()
    })

    await test.step('reports that a file changes nothing, and offers no import', async () => {
      const { id, name } = await world.build.company()
      const { rows: found } = await portaria.sql.query<{ document: string; email: string }>(
        'select document, email from companies where id = $1',
        [id],
      )
      const same = `${found[0]?.document};${name};${found[0]?.email};`
      const nothing = page.getByText('Tudo o que está no arquivo já está cadastrado assim.')
      await forgetUploads(portaria)
      await follow(page, '/company-import')
      await upload(
        page,
        companiesFile([same, `${freeCnpj()};Provedor Novo;novo@provedor.example;`]),
      )
      await expect(totals(page)).toHaveText(['1 nova', '1 sem mudança'])
      await expect(nothing).toHaveCount(0)
      await page.getByRole('button', { name: 'Enviar outro arquivo' }).click()
      await upload(page, companiesFile([same]))
      await expect(totals(page)).toHaveText(['1 sem mudança'])
      await expect(nothing).toBeVisible()
      await expect(page.getByRole('button', { name: /^Importar / })).toHaveCount(0)
    })

    await test.step('fits a phone', async () => {
      await page.setViewportSize({ width: 360, height: 740 })
      await forgetUploads(portaria)
      await follow(page, '/company-import')
      await upload(
        page,
        companiesFile([`1;${'Ç'.repeat(60)};x;`]),
        `${'operadoras-'.repeat(17)}.csv`,
      )
      await expect(totals(page)).toHaveText(['1 recusada'])
      await expectToFit(page, 360)
    })

    await test.step('is not offered to read-only users', async () => {
      await page.setViewportSize({ width: 1280, height: 720 })
      await enter('/company-list', (await viewer(['/company-list'])).email)
      await expect(page.getByRole('heading', { name: 'Empresas' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Importar' })).toHaveCount(0)
    })
  })
})

test.describe('/plan-loose-import', () => {
  test('imports loose plans and shows the consequences', async ({
    page,
    portaria,
    world,
    enter,
  }) => {
    await test.step('imports loose plans', async () => {
      const company = await world.build.company()
      const module = await world.module()
      const { rows: found } = await portaria.sql.query<{ document: string }>(
        'select document from companies where id = $1',
        [company.id],
      )
      await enter('/plan-loose')
      await page.getByRole('link', { name: 'Importar', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'Importar planos avulsos' })).toBeVisible()
      await upload(
        page,
        `CNPJ,Serviço,Módulo,Quantidade\n${found[0]?.document},${module.service.name},${module.name},12`,
        'avulsos.csv',
      )
      await expect(totals(page)).toHaveText(['1 nova'])
      await commit(page, '1 linha').click()
      await confirmIdentity(page)
      await expect(toast(page, 'Importação concluída.')).toBeVisible()
      await page.getByRole('link', { name: 'Voltar à lista' }).click()
      await page.getByRole('searchbox').fill(company.name)
      await expect(row(page, company.name)).toContainText('12')
    })

    await test.step('names the users over a lowered limit, and imports anyway', async () => {
      const { company, module } = await makeLoosePlan(portaria, 3, 2)
      const { rows: found } = await portaria.sql.query<{ document: string }>(
        'select document from companies where id = $1',
        [company.id],
      )
      await forgetUploads(portaria)
      await follow(page, '/plan-loose-import')
      await upload(
        page,
        `CNPJ;Módulo;Quantidade\n${found[0]?.document};${module.id};1`,
        'avulsos.csv',
      )
      await expect(totals(page)).toHaveText(['1 alterada'])
      await expect(page.getByText(/^Uma pessoa ficará sem licença/)).toBeVisible()
      await commit(page, '1 linha').click()
      await confirmIdentity(page)
      await expect(toast(page, 'Importação concluída.')).toBeVisible()
    })
  })
})

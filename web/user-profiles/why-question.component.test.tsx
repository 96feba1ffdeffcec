import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { company } from '../testing/fake-companies.ts'
import { listPage } from '../testing/fake-list.ts'
import { user, userHandlers } from '../testing/fake-users.ts'
import { openPortal } from '../testing/portal.tsx'
import { administrator } from '../testing/signed-in.ts'

const why = page.getByRole('region', { name: 'Por quê?' })
const select = (label: string) => why.getByRole('combobox', { name: label })

async function choose(label: string, option: string): Promise<void> {
  await select(label).fill(option)
  await page.getByRole('option', { name: option, exact: true }).click()
}

const dates = {
  created_at: '2024-05-06T12:00:00.000Z',
  updated_at: '2024-05-06T12:00:00.000Z',
  version: 1,
}
const moduleOf = (id: number, name: string) =>
  ({
    id,
    name,
    url: null,
    protocol: 'https://',
    service_id: 41,
    is_enable_spid: false,
    status: 1,
    Service: { id: 41, name: 'Voz' },
    secret_generated: false,
    logo: null,
    ...dates,
  }) as const
const emit = {
  id: 51,
  name: 'Emitir',
  url: '/emitir',
  status: 1,
  module: { id: 31, name: 'Bilhetagem' },
  code: null,
  environment: null,
  method: null,
  accredited_enable: false,
  ...dates,
} as const

test('another module is asked about without the function of the previous one', async () => {
  const alfa = company({ id: 21, name: 'Operadora Alfa' })
  const stored = user({ id: 71, name: 'Jussara Lima', companies: [alfa] })
  const asked: object[] = []
  openPortal(
    '/user-edit?id=71&tab=access',
    {
      ...userHandlers([stored], [alfa]),
      moduleList: ({ query }) =>
        listPage([moduleOf(31, 'Bilhetagem'), moduleOf(32, 'Cobrança')], {
          ...query,
          search: undefined,
        }),
      functionList: ({ query }) => listPage([emit], { ...query, search: undefined }),
      userProfileWhy({ query }) {
        asked.push(query)
        return new Promise<never>(() => undefined)
      },
    },
    administrator,
  )
  await choose('Módulo', 'Bilhetagem - Voz')
  await choose('Função', 'Emitir')
  await expect.poll(() => asked.at(-1)).toEqual({ company_id: 21, module_id: 31, function_id: 51 })
  await choose('Módulo', 'Cobrança - Voz')
  await expect.poll(() => asked.at(-1)).toEqual({ company_id: 21, module_id: 32 })
  await expect.element(select('Função')).toHaveValue('')
})

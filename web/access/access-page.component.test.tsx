/** The access page with a fake server: greeting, tiles, stars, search and SPIDs. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { CompanyChoice, ModuleChoice } from '../../contract/access.ts'
import { refuse, type Handlers } from '../testing/fake-api.ts'
import { pixel } from '../testing/pixel.ts'
import { openPortal } from '../testing/portal.tsx'
import { expectToFit, expectVisible } from '../testing/screen.ts'

const module = (id: number, changes: Partial<ModuleChoice> = {}): ModuleChoice => ({
  id,
  name: `Módulo ${id}`,
  url: `https://m${id}.example`,
  status: 1,
  is_enable_spid: false,
  logo: null,
  last_used_at: null,
  favourites: [],
  ...changes,
})

const company = (modules: ModuleChoice[]): CompanyChoice => ({
  id: 11,
  name: 'Alfa Telecom',
  document: '11222333000181',
  logo: null,
  sign_in_policy: null,
  spid: null,
  spids: [
    { spid: '8101', description: 'Telefonia fixa' },
    { spid: '8102', description: '' },
  ],
  services: [{ id: 5, name: 'Portabilidade', modules }],
})

const open = (modules: ModuleChoice[], handlers: Handlers = {}) =>
  openPortal('/access-page', {
    userInitialPermissions: () => ({ companies: [company(modules)] }),
    ...handlers,
  })

const tiles = page.getByRole('region', { name: 'Recentes e favoritos' })
const steps = page.getByRole('region', { name: 'Módulo', exact: true })
const star = (of: string) => tiles.getByRole('button', { name: `Favorito: ${of}` })
const topOf = (of: typeof tiles) => of.element().getBoundingClientRect().top

test('greets the user, under one headline on the first and on later visits', async () => {
  const sizes = []
  for (const reduced of [false, true]) {
    open([module(1), module(2)])
    if (reduced) sessionStorage.setItem('reduced', 'true')
    await expectVisible(page.getByText(/^(Bom dia|Boa tarde|Boa noite), Ana\.$/))
    const headline = page.getByText('O que você deseja acessar?')
    sizes.push(getComputedStyle(headline.element()).fontSize)
  }
  expect(sizes[0]).toBe(sizes[1])
})

test('a star adds a tile without moving what is below, and takes it off again', async () => {
  const fake = open([module(1), module(2)], {
    moduleFavouriteAdd: () => ({}),
    moduleFavouriteRemove: () => ({}),
  })
  await expectVisible(tiles.getByText(/aparecem aqui/))
  const top = topOf(steps)
  const inList = steps.getByRole('button', { name: 'Favorito: Módulo 2' })
  await inList.click()
  await expect.element(inList).toHaveAttribute('aria-pressed', 'true')
  await expectVisible(tiles.getByRole('button', { name: /^Módulo 2/ }))
  expect(topOf(steps)).toBe(top)
  await star('Módulo 2, Alfa Telecom').click()
  await expect.element(star('Módulo 2, Alfa Telecom')).toHaveAttribute('aria-pressed', 'false')
  await expect.element(inList).toHaveAttribute('aria-pressed', 'false')
  expect(fake.calls.filter((each) => each.startsWith('moduleFavourite'))).toEqual([
    'moduleFavouriteAdd',
    'moduleFavouriteRemove',
  ])
})

test('a star removes only the place that it stands for, and undo adds the same place again', async () => {
  const sent: [string, object][] = []
  const noted = (operation: string) => (input: { body: object }) => {
    sent.push([operation, input.body])
    return {}
  }
  open([module(1, { is_enable_spid: true, favourites: ['8101', '8102'] }), module(2)], {
    moduleFavouriteAdd: noted('add'),
    moduleFavouriteRemove: noted('remove'),
  })
  const [kept, removed] = ['8101', '8102'].map((spid) =>
    star(`Módulo 1, Alfa Telecom · SPID ${spid}`),
  ) as [ReturnType<typeof star>, ReturnType<typeof star>]
  // The star in the list stands for the module without SPID, which is no favourite.
  const inList = steps.getByRole('button', { name: 'Favorito: Módulo 1' })
  await expect.element(inList).toHaveAttribute('aria-pressed', 'false')
  await removed.click()
  await expect.element(removed).toHaveAttribute('aria-pressed', 'false')
  await page.getByRole('button', { name: 'Desfazer', exact: true }).click()
  await expect.element(removed).toHaveAttribute('aria-pressed', 'true')
  await expect.element(kept).toHaveAttribute('aria-pressed', 'true')
  await expect.element(inList).toHaveAttribute('aria-pressed', 'false')
  const place = { company_id: 11, module_id: 1, spid: '8102' }
  expect(sent).toEqual([
    ['remove', place],
    ['add', place],
  ])
})

test('a refused favourite is taken back, with the reason', async () => {
  open([module(1), module(2)], { moduleFavouriteAdd: () => refuse('too-many-favourites') })
  const inList = steps.getByRole('button', { name: 'Favorito: Módulo 1' })
  await inList.click()
  await expectVisible(page.getByText('Você já tem 12 favoritos. Retire um para marcar outro.'))
  await expect.element(inList).toHaveAttribute('aria-pressed', 'false')
})

test('a company shows its logo, and its initials without one or if it does not load', async () => {
  const logos = { 'Alfa Telecom': pixel, 'Beta Fibra': null, 'Gama Voz': 'data:image/png,damaged' }
  openPortal('/access-page', {
    userInitialPermissions: () => ({
      companies: Object.entries(logos).map(([name, logo], at) => ({
        ...company([module(1), module(2)]),
        id: at + 1,
        name,
        logo,
      })),
    }),
  })
  const row = (name: string) => page.getByRole('button', { name }).element()
  await expectVisible(page.getByRole('button', { name: /^Alfa Telecom/ }))
  await expect.poll(() => row('Alfa Telecom').querySelector('img')?.naturalWidth).toBe(1)
  await expectVisible(page.getByRole('button', { name: 'Beta Fibra' }).getByText('BF'))
  await expectVisible(page.getByRole('button', { name: 'Gama Voz' }).getByText('GV'))
})

test('a recent module that asks for a SPID has no tile of its own beside a favourite with a SPID', async () => {
  const last_used_at = '2026-11-20T12:00:00.000Z'
  const withSpids = { is_enable_spid: true, last_used_at }
  open([module(1, { ...withSpids, favourites: ['8101'] }), module(2, withSpids)])
  await expectVisible(star('Módulo 2, Alfa Telecom · pede o SPID'))
  const names = tiles.getByRole('button', { name: /^Favorito/ }).all()
  expect(names.map((each) => each.element().getAttribute('aria-label'))).toEqual([
    'Favorito: Módulo 1, Alfa Telecom · SPID 8101',
    'Favorito: Módulo 2, Alfa Telecom · pede o SPID',
  ])
})

/** Opens the access page with thirty companies, half of them with long names. */
async function openThirty(): Promise<void> {
  const name = 'Companhia Nacional de Telecomunicações e Serviços Integrados do Planalto Central'
  openPortal('/access-page', {
    userInitialPermissions: () => ({
      companies: Array.from({ length: 30 }, (_, at) => ({
        ...company([module(1), module(2)]),
        id: at + 1,
        name: at % 2 === 0 ? `${name} ${at}` : `Operadora ${at}`,
      })),
    }),
  })
  await expectVisible(page.getByRole('button', { name: 'Operadora 1', exact: false }).first())
}

test('choosing a company with a long name moves no other company', async () => {
  await openThirty()
  const rows = page.getByRole('list', { name: 'Empresas' }).getByRole('button')
  const heights = () => rows.all().map((row) => row.element().getBoundingClientRect().height)
  const before = heights()
  await rows.first().click()
  await expect.element(rows.first()).toHaveAttribute('aria-pressed', 'true')
  expect(heights()).toEqual(before)
})

test('with thirty companies their list scrolls and the page does not', async () => {
  for (const [width, height] of [
    [1024, 768],
    [1440, 900],
    [1920, 1080],
  ] as const) {
    await page.viewport(width, height)
    await openThirty()
    expect(document.documentElement.scrollHeight).toBe(height)
  }
})

test('on a telephone a module has its name and its button side by side', async () => {
  await page.viewport(360, 740)
  open([module(1, { name: 'Relatório de tráfego' }), module(2)])
  await expectVisible(steps.getByRole('button', { name: 'Acessar Relatório de tráfego' }))
  const name = steps.getByText('Relatório de tráfego', { exact: true }).element()
  expect(name.getBoundingClientRect().width).toBeGreaterThan(120)
  await expectToFit(360)
})

test('on a telephone the chosen company keeps its logo when its step is collapsed', async () => {
  await page.viewport(360, 740)
  openPortal('/access-page', {
    userInitialPermissions: () => ({
      companies: [{ ...company([module(1), module(2)]), logo: pixel }],
    }),
  })
  const step = page.getByRole('region', { name: 'Empresa', exact: true })
  await expectVisible(step.getByText('Alfa Telecom').first())
  const shown = () =>
    [...step.element().querySelectorAll('img')].filter((image) => image.checkVisibility()).length
  await expect.poll(shown).toBe(1)
})

test('the arrow keys reach tiles and stars', async () => {
  open([module(1, { favourites: [null] }), module(2, { favourites: [null] })])
  await expectVisible(star('Módulo 2, Alfa Telecom'))
  const first = tiles.getByRole('button', { name: /^Módulo 1/ })
  ;(first.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(star('Módulo 1, Alfa Telecom')).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(tiles.getByRole('button', { name: /^Módulo 2/ })).toHaveFocus()
  const row = steps.getByRole('button', { name: 'Acessar Módulo 1' })
  ;(row.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(steps.getByRole('button', { name: 'Favorito: Módulo 1' })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(steps.getByRole('button', { name: 'Acessar Módulo 2' })).toHaveFocus()
})

test('the search appears from eight choices on', async () => {
  const search = page.getByRole('searchbox', { name: 'Buscar módulo' })
  const modules = Array.from({ length: 8 }, (_, at) => module(at + 1))
  open(modules.slice(1))
  await expectVisible(steps.getByRole('button', { name: 'Acessar Módulo 2' }))
  await expect.element(search).not.toBeInTheDocument()
  open(modules)
  await expectVisible(search)
})

test('a favourite without SPID says that it asks for one, if the company has several', async () => {
  open([module(1, { is_enable_spid: true, favourites: [null] }), module(2, { favourites: [null] })])
  await expectVisible(
    tiles.getByRole('button', { name: 'Módulo 1 Alfa Telecom · pede o SPID', exact: true }),
  )
  await expectVisible(tiles.getByRole('button', { name: 'Módulo 2 Alfa Telecom', exact: true }))
})

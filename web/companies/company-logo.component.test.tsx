/** The logo on the record of a company, with a fake server. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../testing/accessibility.ts'
import { refuse, type Handlers } from '../testing/fake-api.ts'
import { company, companyHandlers } from '../testing/fake-companies.ts'
import { emptyPage } from '../testing/fake-list.ts'
import { pixel } from '../testing/pixel.ts'
import { openPortal } from '../testing/portal.tsx'
import {
  answer,
  button,
  expectCrumbs,
  expectGone,
  expectToFit,
  expectVisible,
  field,
  heading,
  toast,
} from '../testing/screen.ts'
import { viewer } from '../testing/signed-in.ts'

const section = page.getByRole('region', { name: 'Imagem da empresa' })
const pictureIn = (selector: string) => document.querySelector<HTMLImageElement>(`${selector} img`)

function open(path: string, logo: string | null, handlers: Handlers = {}) {
  const stored = company({ id: 21, name: 'Operadora Alfa', logo })
  openPortal(path, {
    ...companyHandlers([stored]),
    profileList: emptyPage,
    serviceList: emptyPage,
    ...handlers,
  })
}

async function upload(content: BlobPart, type = 'image/png'): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('No file input')
  await userEvent.upload(input, new File([content], 'logo.png', { type }))
}

test('a chosen logo is saved, shown beside the name, and removed after a question', async () => {
  const contents: string[] = []
  open('/company-form?id=21&tab=summary', null, {
    companyLogoUpdate({ body: { content } }) {
      contents.push(content)
      return { logo: pixel }
    },
    companyLogoDelete: () => ({}),
  })
  await expectVisible(button('Escolher imagem'))
  expect(pictureIn('main header')).toBeNull()
  await upload('picture')
  await expectVisible(toast('Imagem atualizada.'))
  expect(contents).toEqual([btoa('picture')])
  await expect.poll(() => pictureIn('main header')?.naturalWidth).toBe(1)
  await expectAccessible()
  await expectToFit(innerWidth)
  await button('Remover imagem').click()
  await answer('Deseja remover a imagem da empresa?', true)
  await expectVisible(toast('Imagem removida.'))
  await expect.poll(() => pictureIn('main')).toBeNull()
  await expectVisible(button('Escolher imagem'))
})

test('a file that is no image or too large is refused before it is sent, and a refusal of the server is shown', async () => {
  open('/company-form?id=21', null, {
    companyLogoUpdate: () => refuse('company-not-found'),
  })
  await expectVisible(button('Escolher imagem'))
  await upload(new Uint8Array(262_145))
  await expectVisible(section.getByText('A imagem deve ter no máximo 256 KB.'))
  await upload('text', 'text/plain')
  await expectVisible(section.getByText('Escolha uma imagem PNG, JPEG ou WebP.'))
  await upload('picture')
  await expectVisible(section.getByText('Empresa não encontrada.'))
  await expectVisible(button('Escolher imagem'))
})

test('a new logo keeps what is typed in the form', async () => {
  open('/company-form?id=21', null, { companyLogoUpdate: () => ({ logo: pixel }) })
  await field('Nome').fill('Alfa Renomeada')
  await upload('picture')
  await expectVisible(toast('Imagem atualizada.'))
  await expect.poll(() => pictureIn('main header')?.naturalWidth).toBe(1)
  await expect.element(field('Nome')).toHaveValue('Alfa Renomeada')
})

test('a user who only reads companies sees the logo beside the name and cannot change it', async () => {
  const stored = company({ id: 21, name: 'Operadora Alfa', logo: pixel })
  openPortal(
    '/company-form?id=21',
    { ...companyHandlers([stored]), profileList: emptyPage, serviceList: emptyPage },
    viewer(['/company-list', '/company-form']),
  )
  await expectVisible(heading('Empresa'))
  await expect.poll(() => pictureIn('main header')?.naturalWidth).toBe(1)
  await expectGone(section)
})

test('the section is as wide as the cards beside which it is shown', async () => {
  await page.viewport(1440, 900)
  open('/company-form?id=21&tab=summary', null)
  await expectVisible(section)
  const widthOf = (name: string) =>
    page.getByRole('region', { name, exact: true }).element().getBoundingClientRect().width
  expect(widthOf('Imagem da empresa')).toBe(widthOf('Dados'))
})

test('on a telephone the breadcrumb stays on one line when a long name arrives', async () => {
  await page.viewport(360, 740)
  const heights = []
  for (const name of ['Alfa', 'Companhia Nacional de Telecomunicações do Planalto Central']) {
    openPortal('/company-form?id=21', {
      ...companyHandlers([company({ id: 21, name })]),
      profileList: emptyPage,
      serviceList: emptyPage,
    })
    await expectCrumbs(['Empresas', name])
    const way = page.getByRole('navigation', { name: 'Você está em' }).element()
    heights.push(way.getBoundingClientRect().height)
    await expectToFit(360)
  }
  expect(heights[1]).toBe(heights[0])
})

/** The header is one row in which nothing overlaps, at any width and with the longest names. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { emptyPage } from '../testing/fake-list.ts'
import { openPortal } from '../testing/portal.tsx'
import { expectToFit, expectVisible } from '../testing/screen.ts'
import { administrator } from '../testing/signed-in.ts'

const banner = page.getByRole('banner')
const name = 'Maria Aparecida de Albuquerque Cavalcanti'
const longNames = {
  ...administrator,
  user: { ...administrator.user, name },
  companies: [{ id: 11, name: 'Associação Brasileira de Operadoras de Telecomunicações do Sul' }],
}

/** Parts of the header that overlap. The content of a part may be wider than its box. */
function overlaps(): string[] {
  const parts = [...banner.element().children]
    // The notice about the connection is below the row.
    .filter((part) => getComputedStyle(part).position !== 'absolute')
    .map((part) => {
      const { left, width } = part.getBoundingClientRect()
      return { text: part.textContent, left, width: Math.max(width, part.scrollWidth) }
    })
    // Hidden parts, even if only visually hidden, take no space.
    .filter(({ width }) => width > 1)
  return parts.flatMap(({ text, left, width }, index) => {
    const next = parts[index + 1]
    return next && next.left < left + width - 1 ? [`${text} and ${next.text}`] : []
  })
}

test.each(['/service-list', '/access-page'])('on %s', async (path) => {
  const brand = document.createElement('meta')
  brand.name = 'brand-name'
  brand.content = 'Associação Nacional das Prestadoras de Serviços de Telecomunicações'
  document.head.append(brand)
  openPortal(
    path,
    { serviceList: emptyPage, userInitialPermissions: () => ({ companies: [] }) },
    longNames,
  )
  for (const width of [
    320, 360, 480, 640, 656, 720, 740, 800, 864, 880, 900, 960, 1024, 1152, 1280,
  ]) {
    await page.viewport(width, 740)
    await expectVisible(banner.getByRole('button', { name }))
    await expectToFit(width)
    await expect.poll(overlaps, { message: `at ${width}` }).toEqual([])
  }
  brand.remove()
})

import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../testing/accessibility.ts'
import { company } from '../testing/fake-companies.ts'
import { user, userHandlers } from '../testing/fake-users.ts'
import { openPortal } from '../testing/portal.tsx'
import {
  button,
  expectCount,
  expectGone,
  expectTexts,
  expectToFit,
  expectVisible,
  heading,
} from '../testing/screen.ts'

const alfa = company({ id: 21, name: 'Operadora Alfa' })
const module = {
  id: 7,
  name: 'Disputas',
  is_enable_spid: false,
  Service: { id: 5, name: 'Portnumber' },
}
const profileNames = ['Analista', 'Gestor', 'Leitor'] as const

/** Opens the profiles of a user who has the profiles with these ids. */
function open(heldIds: readonly number[]) {
  const jussara = user({ id: 71, name: 'Jussara Lima', companies: [alfa] })
  const offered = profileNames.map((name, index) => ({ id: 31 + index, name }))
  const found = { id: 71, name: jussara.name, email: jussara.email, status: 1, suspended: false }
  openPortal('/user-edit-profile?id=71', {
    ...userHandlers([jussara], [alfa]),
    userProfileOffers: () => ({
      user: { ...found, status: 1 as const },
      companies: [{ ...alfa, spids: [] }],
      profiles: offered.map((each) => ({
        ...each,
        master_profile: false,
        assignment_days_max: null,
        module,
        company_id: [alfa.id],
      })),
      seats: [],
    }),
    userProfileGet: () => ({
      user: { ...found, status: 1 as const },
      user_profiles: offered
        .filter(({ id }) => heldIds.includes(id))
        .map(({ id, name }) => ({
          user_id: 71,
          profile_id: id,
          company_id: alfa.id,
          spid: null,
          profile: { id, name, status: 1 as const, module },
          company: { ...alfa, active: true },
          created_at: '2026-03-12T12:00:00.000Z',
          granted_by: null,
          last_used_at: null,
          unused: false,
          begin_date: null,
          end_date: null,
          reason: null,
          suspended_at: null,
          days_max: null,
        })),
    }),
  })
}

const groups = page.getByRole('table', { name: 'Perfis' }).getByRole('rowgroup')
const title = (name: string) => page.getByRole('heading', { name, level: 2, exact: true })

test('the profiles that the user has come first, the others are collapsed under their own heading', async () => {
  open([33])
  await expectVisible(heading('Perfis do usuário'))
  await expectVisible(title('Perfis que a pessoa tem'))
  await expectVisible(title('Todos os perfis (2)'))
  await expectTexts(groups.nth(1).getByRole('rowheader'), ['Leitor - Portnumber - Disputas'])
  await expectGone(groups.nth(2).getByRole('rowheader'))
  await expectAccessible()
  const others = button('Todos os perfis (2)')
  await expect.element(others).toHaveAttribute('aria-expanded', 'false')
  others.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(others).toHaveAttribute('aria-expanded', 'true')
  await expect.element(others).toHaveFocus()
  await expectTexts(groups.nth(2).getByRole('rowheader'), [
    'Analista - Portnumber - Disputas',
    'Gestor - Portnumber - Disputas',
  ])
  await expectAccessible()
})

test('a search and a filter open the collapsed profiles', async () => {
  open([33])
  const others = button('Todos os perfis (2)')
  await expectVisible(others)
  await page.getByRole('searchbox', { name: 'Buscar perfil, serviço ou módulo' }).fill('gestor')
  await expectTexts(page.getByRole('table', { name: 'Perfis' }).getByRole('rowheader'), [
    'Gestor - Portnumber - Disputas',
  ])
  await page.getByRole('searchbox', { name: 'Buscar perfil, serviço ou módulo' }).fill('')
  await others.click()
  await expectGone(groups.nth(2).getByRole('rowheader'))
  await page.getByLabelText('Mostrar perfis').selectOptions('all')
  await expectCount(groups.nth(2).getByRole('rowheader'), 2)
})

test('without profiles there is one group, and it fits a telephone', async () => {
  await page.viewport(360, 740)
  open([])
  await expectVisible(title('Todos os perfis'))
  await expectVisible(page.getByText(/^Busque um perfil e escolha as empresas/))
  await expectGone(title('Perfis que a pessoa tem'))
  await expect.poll(() => groups.elements().length).toBe(2)
  await expectToFit(360)
})

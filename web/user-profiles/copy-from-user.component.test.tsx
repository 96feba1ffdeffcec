import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { UserWithProfiles } from '../../contract/user-profiles.ts'
import { refuse } from '../testing/fake-api.ts'
import { company } from '../testing/fake-companies.ts'
import { type FakeUser, user, userHandlers } from '../testing/fake-users.ts'
import { openPortal } from '../testing/portal.tsx'

const alfa = company({ id: 21, name: 'Operadora Alfa' })
const edited = user({ id: 71, name: 'Jussara Lima', email: 'jussara@alfa.example' })
const slow = user({ id: 72, name: 'Lento Souza', email: 'lento@alfa.example' })
const quick = user({ id: 73, name: 'Rita Alves', email: 'rita@alfa.example' })

const moduleOfProfile = { id: 31, name: 'Consulta', Service: { id: 41, name: 'Voz' } }
const [profileOfSlow, profileOfQuick] = [
  { id: 51, name: 'Perfil do Lento' },
  { id: 52, name: 'Perfil da Rita' },
]

/** A user with these profiles in the company. */
const withProfiles = (
  { id, name, email }: FakeUser,
  ...profiles: { id: number; name: string }[]
): UserWithProfiles => ({
  user: { id, name, email, status: 1, suspended: false },
  user_profiles: profiles.map((profile) => ({
    user_id: id,
    profile_id: profile.id,
    company_id: alfa.id,
    spid: null,
    profile: { ...profile, status: 1, module: moduleOfProfile },
    company: { id: alfa.id, name: alfa.name, document: alfa.document, active: true },
    created_at: '2026-05-06T12:00:00.000Z',
    granted_by: null,
    last_used_at: null,
    unused: false,
    begin_date: null,
    end_date: null,
    reason: null,
    suspended_at: null,
    days_max: null,
  })),
})

/** Opens the profiles of a user. The function that it returns sends the response for `slow`. */
function openProfiles(): () => void {
  const response = Promise.withResolvers<UserWithProfiles>()
  const found = new Map<number, UserWithProfiles | Promise<UserWithProfiles>>([
    [edited.id, withProfiles(edited)],
    [slow.id, response.promise],
    [quick.id, withProfiles(quick, profileOfQuick)],
  ])
  openPortal('/user-edit-profile?id=71', {
    ...userHandlers([edited, slow, quick], [alfa]),
    userProfileOffers: () => ({
      user: withProfiles(edited).user,
      companies: [{ ...alfa, spids: [] }],
      profiles: [profileOfSlow, profileOfQuick].map((profile) => ({
        ...profile,
        master_profile: false,
        assignment_days_max: null,
        module: { ...moduleOfProfile, is_enable_spid: false },
        company_id: [alfa.id],
      })),
      seats: [],
    }),
    userProfileGet: ({ params: { id } }) => found.get(id) ?? refuse('user-not-found'),
  })
  return () => response.resolve(withProfiles(slow, profileOfSlow))
}

const field = page.getByRole('combobox', { name: 'Igual a …' })
const status = page.getByRole('status', { name: 'Igual a outra pessoa' })

async function search({ name, email }: FakeUser) {
  await field.fill(name)
  const option = page.getByRole('option', { name: `${name} - ${email}` })
  await expect.element(option).toBeVisible()
  return option
}
const choose = async (found: FakeUser) => (await search(found)).click()

test('the late response for a user chosen before does not replace the next one', async () => {
  const respond = openProfiles()
  await choose(slow)
  await choose(quick)
  const copied = 'Igual a Rita Alves: 1 atribuição a dar'
  await expect.element(status).toHaveTextContent(copied)
  respond()
  // The search makes another request, so the late response has arrived when its options are shown.
  await search(slow)
  await expect.element(status).toHaveTextContent(copied)
})

test('the late response for a user selects nothing after the field was cleared', async () => {
  const respond = openProfiles()
  await choose(slow)
  // Mantine hides the button of the field from assistive technology.
  const clear = page.getByRole('main').getByRole('button', { name: /^$/, includeHidden: true })
  await clear.click()
  await expect.element(field).toHaveValue('')
  respond()
  await search(quick)
  await expect.element(page.getByText('Igual a Lento Souza')).not.toBeInTheDocument()
})

import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../testing/accessibility.ts'
import { openPortal } from '../testing/portal.tsx'
import { expectGone, expectVisible, heading } from '../testing/screen.ts'
import { administrator, viewer } from '../testing/signed-in.ts'

const withoutProfile = 'Você não tem um perfil master próprio desta empresa para delegar.'
const none = 'Nenhuma outra pessoa da empresa tem um perfil master próprio.'
const give = page.getByRole('link', { name: 'Dar perfil master' })

const handlers = (masters: { id: number; name: string }[]) => ({
  delegationProfileList: () => ({ profiles: [], limit: 2, masters }),
  companyTemporaryMasters: () => ({ temporary_masters: [] }),
})

test('an administrator without a master profile sees who can delegate, and can give the profile', async () => {
  openPortal('/master-delegation', handlers([{ id: 71, name: 'Júlia Prado' }]), administrator)
  await expectVisible(heading('Delegação de usuário master'))
  await expectVisible(page.getByText(withoutProfile))
  await expect
    .element(
      page
        .getByRole('list', { name: 'Quem pode delegar nesta empresa:' })
        .getByRole('link', { name: 'Júlia Prado' }),
    )
    .toHaveAttribute('href', '/user-edit?id=71&tab=summary')
  await expect
    .element(give)
    .toHaveAttribute('href', expect.stringMatching(/^\/user-list\?company_id=/))
  await expectGone(page.getByRole('button', { name: 'Salvar' }))
  await expectAccessible()
})

test('a user who gives no profiles sees only who can delegate', async () => {
  const { functions, ...lender } = viewer(['/master-delegation'])
  openPortal('/master-delegation', handlers([]), {
    ...lender,
    functions: functions.map((each) => ({ ...each, actions: [{ path: 'create' }] })),
  })
  await expectVisible(page.getByText(withoutProfile))
  await expectVisible(page.getByText(none))
  await expectGone(give)
})

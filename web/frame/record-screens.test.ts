import { expect, it } from 'vitest'
import { type ReadOperation, recordScreens } from './record-screens.ts'

const forms: Record<ReadOperation, string> = {
  companyGet: '/company-form',
  serviceGet: '/service-form',
  moduleGet: '/module-edit',
  functionGet: '/function-edit',
  actionGet: '/action-form',
  profileGet: '/profile-edit',
  planGet: '/plan-form',
  userGet: '/user-edit',
}

it('lets whoever may open the form of a record, and not that of a record of another kind, read its name', () => {
  const all = Object.values(forms)
  for (const [operation, screens] of Object.entries(recordScreens)) {
    const own = forms[operation as ReadOperation]
    expect(screens, operation).toContain(own)
    // A module stands in its service, and an action in its function.
    const inside = { serviceGet: ['/module-edit'], functionGet: ['/action-form'] }
    const more: readonly string[] = Reflect.get(inside, operation) ?? []
    expect(screens.filter((screen) => all.includes(screen)).toSorted(), operation).toEqual(
      [own, ...more].toSorted(),
    )
  }
})

it('is by each of the screens that read it', () => {
  expect(recordScreens.functionGet.toSorted()).toEqual([
    '/action-form',
    '/action-list',
    '/function-edit',
  ])
})

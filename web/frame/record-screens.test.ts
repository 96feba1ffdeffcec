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

it('lists the form of a record, and no form of another kind of record', () => {
  const all = Object.values(forms)
  for (const [operation, screens] of Object.entries(recordScreens)) {
    const own = forms[operation as ReadOperation]
    expect(screens, operation).toContain(own)
    // A service is also read by the form of its modules, and a function by that of its actions.
    const inside = { serviceGet: ['/module-edit'], functionGet: ['/action-form'] }
    const more: readonly string[] = Reflect.get(inside, operation) ?? []
    expect(screens.filter((screen) => all.includes(screen)).toSorted(), operation).toEqual(
      [own, ...more].toSorted(),
    )
  }
})

it('lists every screen that reads the record', () => {
  expect(recordScreens.functionGet.toSorted()).toEqual([
    '/action-form',
    '/action-list',
    '/function-edit',
  ])
})

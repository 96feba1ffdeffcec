import { expect, it } from 'vitest'
import { recordLinks } from './record-links.ts'

/** Kinds without a record page: their form shows everything. */
const formOnly = {
  service: { to: '/service-form', search: { id: 3 } },
  function: { to: '/function-edit', search: { id: 3 } },
  action: { to: '/action-form', search: { actionId: 3, functionId: 4 } },
}

it('palette and HOME open the facts of every kind that has a record page', () => {
  const links = Object.entries(recordLinks).map(([kind, { to }]) => {
    const target = to(3, 4)
    return [kind, { to: target.to, search: target.search }]
  })
  const tab = 'summary'
  expect(Object.fromEntries(links)).toEqual({
    ...formOnly,
    user: { to: '/user-edit', search: { id: 3, tab } },
    company: { to: '/company-form', search: { id: 3, tab } },
    module: { to: '/module-edit', search: { id: 3, serviceId: 4, tab } },
    profile: { to: '/profile-edit', search: { id: 3, tab } },
    plan: { to: '/plan-form', search: { id: 3, tab } },
    'separation-rule': { to: '/separation-rule-form', search: { id: 3, tab } },
  })
})

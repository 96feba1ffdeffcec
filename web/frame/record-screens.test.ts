import { expect, it } from 'vitest'
import {
  recordKinds,
  type ScreenKind,
  screenKinds,
  screensOf,
} from '../../contract/record-kinds.ts'
import { recordScreens } from './record-screens.ts'

const formOf = (kind: ScreenKind): string => recordKinds[kind].form

it.each(screenKinds)(
  'a %s can be read on its form and on those of contained records, and on no other form',
  (kind) => {
    const screens = recordScreens[recordKinds[kind].read]
    const contained = screenKinds.filter((each) => screensOf(each).owner?.kind === kind)
    const forms = screenKinds.map(formOf).filter((form) => screens.includes(form))
    expect(forms.toSorted()).toEqual([kind, ...contained].map(formOf).toSorted())
  },
)

it('lists every screen that reads the record', () => {
  expect(recordScreens.functionGet.toSorted()).toEqual([
    '/action-form',
    '/action-list',
    '/function-edit',
  ])
})

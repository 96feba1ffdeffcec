import { createMemoryHistory } from '@tanstack/react-router'
import { describe, expect, it } from 'vitest'
import { helpPages } from '../../contract/help-pages.ts'
import {
  menu,
  openScreens,
  publicScreens,
  screens as guarded,
  screenGrantAliases,
} from '../../contract/screens.ts'
import { breadcrumbTo, type Crumb } from '../frame/breadcrumb.ts'
import { createForms } from '../palette/use-screen-items.ts'
import { createPortalRouter } from './router.tsx'

const sources = import.meta.glob<string>('./*-screens.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const source = Object.values(sources).join('')
const files = Object.keys(import.meta.glob(['../*/*.tsx', '../help/pages/*.md']))
const declaration = /screen\('\/(?<path>[^']+)', \{\s+file: \(\) => import\('(?<file>[^']+)'\)/g
const screens = Array.from(source.matchAll(declaration), ({ groups }) => ({
  path: groups?.['path'] ?? '',
  file: groups?.['file'] ?? '',
}))

describe('the route table', () => {
  it('is read completely by this test', () => {
    expect(screens.length).toBeGreaterThan(0)
    expect(screens).toHaveLength(source.match(/^ {2}screen\(/gm)?.length ?? 0)
  })

  it.each(screens)('/$path is a path of the contract', ({ path }) => {
    const contractPaths = [
      ...publicScreens,
      ...openScreens,
      ...Object.keys(guarded),
      ...Object.keys(screenGrantAliases),
    ]
    expect(contractPaths).toContain(`/${path}`)
  })

  it.each(screens)('/$path has a file of the same name', ({ path, file }) => {
    const name = path.split('/').at(-1)
    expect([`${name}.tsx`, `${name}.md`]).toContain(file.split('/').at(-1))
    expect(files).toContain(file)
  })
})

describe('the breadcrumb', () => {
  const routes: Record<
    string,
    {
      options: {
        staticData?: { title?: string; help?: string; crumb?: Crumb; section?: string | undefined }
      }
    }
  > = createPortalRouter(createMemoryHistory()).routesByPath
  const declared = (path: string) => routes[path]?.options.staticData
  const owners: Record<string, number> = { module: 2, action: 4 }
  const stepsTo = (to: string, search: object, ownerIds = owners) =>
    breadcrumbTo(
      { to, search },
      (path) => declared(path)?.crumb,
      ({ kind }) => ownerIds[kind],
    )
  const paths = screens.map(({ path }) => `/${path}`)
  const ids = { id: 1, serviceId: 2, moduleId: 3, functionId: 4, actionId: 5, planId: 6 }

  it.each(paths)('%s has a title and a breadcrumb label', (path) => {
    expect(declared(path)?.title).toBeTruthy()
    expect(declared(path)?.crumb?.label).toBeTruthy()
  })

  it.each(paths)('%s has a help page', (path) => {
    expect(['/ajuda', ...Object.keys(helpPages)]).toContain(declared(path)?.help)
  })

  it.each(paths)('%s is below existing screens, with and without ids in its URL', (path) => {
    for (const search of [ids, {}]) {
      const steps = stepsTo(path, search)
      expect(steps.at(-1)?.to).toBe(path)
      for (const { to } of steps) expect(paths).toContain(to)
      expect(new Set(steps.map(({ to }) => to)).size).toBe(steps.length)
    }
  })

  it.each(paths)('%s is in the menu section that its breadcrumb starts with', (path) => {
    const section = declared(path)?.section
    if (section !== undefined) expect(stepsTo(path, ids)[0]?.to).toBe(section)
  })

  it('has all forms directly below a menu list in the palette', () => {
    const formPaths = paths
      .filter((path) => /-(?:create|form)$/.test(path))
      .map((path) => ({ path, list: declared(path)?.section }))
      .filter(({ list }) => menu.some(({ path }) => path === list))
      .filter(({ path, list }) => stepsTo(path, ids).at(-2)?.to === list)
    expect(new Set(createForms.map(({ path, list }) => ({ path, list })))).toEqual(
      new Set(formPaths),
    )
  })

  it('leads from a service through its module to the secret', () => {
    const steps = stepsTo('/secret-management', { moduleId: 3, serviceId: 2 })
    expect(steps.map(({ label, record }) => record ?? label)).toEqual([
      'Serviços',
      { kind: 'service', id: 2 },
      'Módulos',
      { kind: 'module', id: 3 },
      'Secret',
    ])
    expect(steps.map(({ to, search }) => [to, search])).toEqual([
      ['/service-list', undefined],
      ['/service-form', { id: 2 }],
      ['/module-list', { serviceId: 2 }],
      ['/module-edit', { id: 3, serviceId: 2, tab: 'summary' }],
      ['/secret-management', { moduleId: 3, serviceId: 2 }],
    ])
  })

  it.each(['/user-edit-profile', '/token-management'])(
    'leads to %s from the facts of the user',
    (path) => {
      const [list, record, last] = stepsTo(path, { id: 1 })
      expect([list?.to, record?.to, last?.to]).toEqual(['/user-list', '/user-edit', path])
      expect(record?.search).toEqual({ id: 1, tab: 'summary' })
    },
  )

  it('uses the owner of a record and not the one in the URL', () => {
    const labelsTo = (to: string, search: object, ownerIds?: Record<string, number>) =>
      stepsTo(to, search, ownerIds).map(({ label, record }) => record?.id ?? label)
    for (const serviceId of [99, 0, undefined])
      expect(labelsTo('/module-edit', { id: 3, serviceId })).toEqual(['Serviços', 2, 'Módulos', 3])
    expect(labelsTo('/action-form', { actionId: 5, functionId: 99 })).toEqual([
      'Funções',
      4,
      'Ações',
      5,
    ])
    // The owner is not loaded yet, so its name is not shown.
    expect(labelsTo('/module-edit', { id: 3, serviceId: 99 }, {})).toEqual([
      'Serviços',
      'Serviço',
      'Módulos',
      3,
    ])
  })

  it('leads from a function to its action, and from a profile to its functions', () => {
    const labelsTo = (to: string, search: object) =>
      stepsTo(to, search).map(({ label, record }) => record ?? label)
    expect(labelsTo('/action-form', { functionId: 4, actionId: 5 })).toEqual([
      'Funções',
      { kind: 'function', id: 4 },
      'Ações',
      { kind: 'action', id: 5 },
    ])
    expect(labelsTo('/profile-edit-function', { id: 1 })).toEqual([
      'Perfis',
      { kind: 'profile', id: 1 },
      'Funções',
    ])
  })
})

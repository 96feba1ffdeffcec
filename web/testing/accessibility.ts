import axe from 'axe-core'
import engine from 'accessibility-checker-engine/ace.js?raw'
import { expect } from 'vitest'
import { cdp } from 'vitest/browser'
import {
  axeOptions,
  equalAccessOptions,
  runAxe,
  runEqualAccess,
  violationsOf,
  type CheckScope,
} from './accessibility-rules.ts'

declare module 'vitest/browser' {
  // The Playwright provider also declares this type, but its types would bring those of Node into the web.
  interface CDPSession {
    send: (method: string, params: object) => Promise<unknown>
  }
}

/** Fails on any violation in the document, in light and in dark. */
export async function expectAccessible(): Promise<void> {
  expect(await accessibilityFaults()).toEqual([])
}

/** Returns the violations that axe and IBM Equal Access find in the document, in light and in dark. */
export async function accessibilityFaults(): Promise<string[]> {
  loadCheckers()
  const faults = [...(await check('light', 'state')), ...(await check('dark', 'colours'))]
  await setColorScheme('light')
  return faults
}

async function check(colorScheme: 'light' | 'dark', scope: CheckScope): Promise<string[]> {
  await setColorScheme(colorScheme)
  await atRest()
  const found = violationsOf(await runEqualAccess(equalAccessOptions(scope)))
  return [...(await runAxe(axeOptions(scope))), ...found].map((fault) => `${colorScheme}: ${fault}`)
}

function loadCheckers(): void {
  if ('ace' in globalThis) return
  Object.assign(globalThis, { axe })
  const script = document.createElement('script')
  script.textContent = engine
  document.head.append(script)
  script.remove()
}

/** Sets the colour scheme of the system. */
async function setColorScheme(colorScheme: 'light' | 'dark'): Promise<void> {
  await cdp().send('Emulation.setEmulatedMedia', {
    features: [
      { name: 'prefers-color-scheme', value: colorScheme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ],
  })
  await expect.poll(() => document.documentElement.dataset['mantineColorScheme']).toBe(colorScheme)
}

/** Waits until animations and transitions have ended and no table is loading rows. */
async function atRest(): Promise<void> {
  await expect.poll(() => document.querySelector('table[aria-busy="true"]')).toBeNull()
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
  await Promise.all(ending.map((animation) => animation.finished.catch(() => null)))
}

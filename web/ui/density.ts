import { setPreference, usePreference } from './preference.ts'

type Density = 'compact' | 'comfortable'

/** Row height chosen in this browser, for every table. */
export function useDensity(): Density {
  return usePreference('density') === 'comfortable' ? 'comfortable' : 'compact'
}

export const chooseDensity = (density: Density): void => setPreference('density', density)

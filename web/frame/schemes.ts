import type { MantineColorScheme } from '@mantine/core'

/** Colour schemes and their labels. */
export const schemeNames: Record<MantineColorScheme, string> = {
  light: 'Clara',
  dark: 'Escura',
  auto: 'Do sistema',
}

export const isScheme = (text: string): text is MantineColorScheme =>
  Object.hasOwn(schemeNames, text)

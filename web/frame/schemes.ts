import type { MantineColorScheme } from '@mantine/core'

/** Labels of the colour schemes. */
export const schemeNames: Record<MantineColorScheme, string> = {
  light: 'Clara',
  dark: 'Escura',
  auto: 'Do sistema',
}

export const isScheme = (text: string): text is MantineColorScheme =>
  Object.hasOwn(schemeNames, text)

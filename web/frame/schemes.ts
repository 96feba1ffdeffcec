import type { MantineColorScheme } from '@mantine/core'

/** The appearances to choose from, by the names that people read. */
export const schemeNames: Record<MantineColorScheme, string> = {
  light: 'Clara',
  dark: 'Escura',
  auto: 'Do sistema',
}

/** Whether a text is one of them. */
export const isScheme = (text: string): text is MantineColorScheme =>
  Object.hasOwn(schemeNames, text)

import { Menu, useMantineColorScheme } from '@mantine/core'
import { isScheme, schemeNames } from './schemes.ts'

/** Menu items for the light, dark or system colour scheme; the choice is stored in this browser. */
export function SchemeItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <Menu.Label>Aparência</Menu.Label>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a menu holds items and groups, and no fieldset */}
      <div role="group" aria-label="Aparência">
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(chosen) => isScheme(chosen) && setColorScheme(chosen)}
        >
          {Object.entries(schemeNames).map(([scheme, name]) => (
            <Menu.RadioItem key={scheme} value={scheme}>
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </div>
    </>
  )
}

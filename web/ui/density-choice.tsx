import { Tooltip, UnstyledButton } from '@mantine/core'
import { IconBaselineDensityMedium, IconBaselineDensitySmall } from '@tabler/icons-react'
import classes from './density-choice.module.css'
import { chooseDensity, useDensity } from './density.ts'

const choices = [
  { density: 'compact', label: 'Compacta', icon: IconBaselineDensitySmall },
  { density: 'comfortable', label: 'Confortável', icon: IconBaselineDensityMedium },
] as const

/** Buttons for the row height. The choice is stored in this browser. */
export function DensityChoice() {
  const chosen = useDensity()
  return (
    <fieldset className={classes['choice']} aria-label="Altura das linhas" data-for="rows">
      {choices.map(({ density, label, icon: Icon }) => (
        <Tooltip key={density} label={label} openDelay={300}>
          <UnstyledButton
            className={classes['option'] ?? ''}
            aria-label={label}
            aria-pressed={density === chosen}
            onClick={() => chooseDensity(density)}
          >
            <Icon size={15} stroke={1.8} aria-hidden="true" />
          </UnstyledButton>
        </Tooltip>
      ))}
    </fieldset>
  )
}

import { Button, Checkbox, Popover, UnstyledButton } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { chooseColumns, useColumnChoice } from './column-choice.ts'
import classes from './columns-menu.module.css'
import buttonClasses from './export-button.module.css'

export interface ColumnsMenuProps {
  /** Label of the table. */
  table: string
  /** Headers of the columns that can be hidden. */
  headers: readonly string[]
  /** Headers of the columns that are shown now. */
  shown: readonly string[]
}

/** Button that opens the choice of columns. The choice is stored in this browser. */
export function ColumnsMenu(props: ColumnsMenuProps) {
  return (
    <Popover position="top-start" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <UnstyledButton className={buttonClasses['button'] ?? ''}>
          <IconColumns3 size={15} stroke={1.8} aria-hidden="true" />
          Colunas
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label="Colunas">
        <ColumnChoices {...props} />
      </Popover.Dropdown>
    </Popover>
  )
}

/** A checkbox for each column. */
export function ColumnChoices({ table, headers, shown }: ColumnsMenuProps) {
  const choice = useColumnChoice(table)
  const chosen = Object.keys(choice).length > 0
  return (
    <div className={classes['choices']}>
      {headers.map((header) => (
        <Checkbox
          key={header}
          size="sm"
          label={header}
          checked={shown.includes(header)}
          onChange={({ currentTarget: { checked } }) =>
            chooseColumns(table, { ...choice, [header]: checked })
          }
        />
      ))}
      <Button
        variant="default"
        size="compact-sm"
        aria-disabled={!chosen || undefined}
        onClick={() => chosen && chooseColumns(table, {})}
      >
        Escolher pela largura
      </Button>
    </div>
  )
}

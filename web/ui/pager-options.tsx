import { ActionIcon, Popover } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ColumnChoices, ColumnsMenu, type ColumnsMenuProps } from './columns-menu.tsx'
import { DensityChoice } from './density-choice.tsx'
import { PageSizeSelect } from './page-size-select.tsx'
import classes from './pager.module.css'

interface PagerOptionsProps {
  /** Whether the options are behind a button. */
  folded: boolean
  take: number
  pageSizes: readonly number[]
  onTake: (take: number) => void
  columns: ColumnsMenuProps | undefined
  /** The export button with its progress; absent if the list has no export. */
  exporting: ReactNode
}

/** Page size, row height, columns and export of a list, beside the page buttons or, where space is short, behind one. */
export function PagerOptions(props: PagerOptionsProps) {
  const { folded, take, pageSizes, onTake, columns, exporting } = props
  const size = <PageSizeSelect take={take} pageSizes={pageSizes} onTake={onTake} />
  if (!folded)
    return (
      <div className={classes['options']}>
        {size}
        <DensityChoice />
        {columns && <ColumnsMenu {...columns} />}
        {exporting}
      </div>
    )
  return (
    <Popover position="top-start" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <ActionIcon
          className={classes['page'] ?? ''}
          variant="subtle"
          color="gray"
          aria-label="Opções da lista"
        >
          <IconDots size={18} stroke={1.8} aria-hidden="true" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="Opções da lista" className={classes['folded'] ?? ''}>
        {size}
        <DensityChoice />
        {exporting}
        {columns && (
          <fieldset className={classes['columns']}>
            <legend>Colunas</legend>
            <ColumnChoices {...columns} />
          </fieldset>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

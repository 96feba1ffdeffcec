import { NativeSelect } from '@mantine/core'
import classes from './pager.module.css'

interface PageSizeSelectProps {
  take: number
  pageSizes: readonly number[]
  onTake: (take: number) => void
}

/** Select for the number of rows per page. */
export function PageSizeSelect({ take, pageSizes, onTake }: PageSizeSelectProps) {
  return (
    <NativeSelect
      classNames={{ root: classes['size'] ?? '' }}
      label="Itens por página"
      size="xs"
      data={pageSizes.map(String)}
      value={String(take)}
      onChange={(event) => onTake(Number(event.currentTarget.value))}
    />
  )
}

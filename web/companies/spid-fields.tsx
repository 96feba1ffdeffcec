import { ActionIcon, TextInput, Tooltip } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { spidDescriptionMax, spidMax } from '../../contract/spids.ts'
import type { SpidProblem, SpidRow } from './spid-rows.ts'
import classes from './spids-modal.module.css'

interface SpidFieldsProps {
  row: SpidRow
  /** Row number from 1, used in accessible names. */
  number: number
  problem: SpidProblem | null
  onChange: (row: SpidRow) => void
  onRemove: () => void
}

/** Fields of one SPID and its description. */
export function SpidFields({ row, number, problem, onChange, onRemove }: SpidFieldsProps) {
  const errorOf = (field: SpidProblem['field']) =>
    problem?.field === field ? problem?.message : undefined
  const removeLabel = row.spid === '' ? `Excluir o SPID ${number}` : `Excluir o SPID ${row.spid}`
  return (
    <fieldset aria-label={`SPID ${number}`} className={classes['row']}>
      <TextInput
        className={classes['spid'] ?? ''}
        label="SPID"
        // On wide screens only the first row shows its label.
        aria-label="SPID"
        data-autofocus={number === 1 || undefined}
        required
        maxLength={spidMax}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={row.spid}
        error={errorOf('spid')}
        onChange={({ currentTarget: { value } }) => onChange({ ...row, spid: value })}
      />
      <TextInput
        className={classes['description'] ?? ''}
        label="Descrição"
        aria-label="Descrição"
        maxLength={spidDescriptionMax}
        value={row.description}
        error={errorOf('description')}
        onChange={({ currentTarget: { value } }) => onChange({ ...row, description: value })}
      />
      <Tooltip label="Excluir" openDelay={300}>
        <ActionIcon
          className={classes['remove'] ?? ''}
          variant="subtle"
          color="gray"
          size={36}
          aria-label={removeLabel}
          onClick={onRemove}
        >
          <IconTrash size={18} stroke={1.7} aria-hidden="true" />
        </ActionIcon>
      </Tooltip>
    </fieldset>
  )
}

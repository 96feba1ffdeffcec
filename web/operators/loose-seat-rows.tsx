import { ActionIcon, Select, TextInput, Tooltip } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { Service } from '../../contract/services.ts'
import { clampedSeats } from '../plans/seat-amount.ts'
import { selectFirstOption } from '../ui/select-first-option.ts'
import classes from './loose-seat-rows.module.css'
import { encodeSeats, decodeSeats } from './operator-values.ts'

interface LooseSeatRowsProps {
  services: readonly Service[]
  /** One value of `encodeSeats` for each module. */
  lines: readonly string[]
  error: string | undefined
  onChange: (lines: readonly string[]) => void
}

/**
 * Seats of single modules in addition to the plans: a select that adds a module, and a row for each added module with
 * its number of seats.
 */
export function LooseSeatRows({ services, lines, error, onChange }: LooseSeatRowsProps) {
  const rows = lines.map(decodeSeats)
  const adding = useRef<HTMLInputElement>(null)
  const [search, setSearch] = useState('')
  const modules = services.flatMap((service) =>
    service.modules.map(({ id, name }) => ({ id, label: `${name} - ${service.name}` })),
  )
  const labelOf = (id: number) => modules.find((module) => module.id === id)?.label ?? ''
  const free = modules.filter(({ id }) => rows.every(({ module_id }) => module_id !== id))
  return (
    <div data-wide className={classes['rows']}>
      <Select
        ref={adding}
        label="Planos avulsos"
        name="loose_plans"
        placeholder="Adicionar módulo"
        description="De 1 a 99 licenças por módulo, além dos planos. O usuário master usa uma da Gestão de Acesso; cada outra pessoa que a usar precisa de mais uma."
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        searchable
        openOnFocus={false}
        nothingFoundMessage="Nenhum módulo encontrado."
        error={error}
        data={free.map(({ id, label }) => ({ value: String(id), label }))}
        value={null}
        searchValue={search}
        onSearchChange={setSearch}
        onKeyDown={(event) => selectFirstOption(event)}
        onChange={(chosen) => {
          if (chosen === null) return
          setSearch('')
          onChange([...lines, encodeSeats({ module_id: Number(chosen), limit: '1' })])
        }}
      />
      {rows.map(({ module_id, limit }) => (
        <div key={module_id} className={classes['row']}>
          <span>{labelOf(module_id)}</span>
          <TextInput
            aria-label={`Licenças de ${labelOf(module_id)}`}
            inputMode="numeric"
            autoComplete="off"
            value={limit}
            onChange={({ currentTarget: { value } }) =>
              onChange(
                lines.map((line) =>
                  decodeSeats(line).module_id === module_id
                    ? encodeSeats({ module_id, limit: clampedSeats(value) })
                    : line,
                ),
              )
            }
          />
          <Tooltip label="Remover" openDelay={300}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={`Remover: ${labelOf(module_id)}`}
              onClick={() => {
                onChange(lines.filter((line) => decodeSeats(line).module_id !== module_id))
                adding.current?.focus()
              }}
            >
              <IconTrash size={18} stroke={1.7} aria-hidden="true" />
            </ActionIcon>
          </Tooltip>
        </div>
      ))}
    </div>
  )
}

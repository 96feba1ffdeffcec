// oxlint-disable jsx-a11y/prefer-tag-over-role -- no element of HTML is a combobox whose list has groups and icons
import { TextInput } from '@mantine/core'
import { Spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useId, useState, type KeyboardEvent } from 'react'
import { grouped, type PaletteItem } from './palette-item.ts'
import classes from './palette.module.css'
import { stopCapturing } from './typed-ahead.ts'

interface PaletteBoxProps {
  typed: string
  onType: (typed: string) => void
  items: readonly PaletteItem[]
  searching: boolean
  failed: boolean
  onChoose: (item: PaletteItem) => void
}

/**
 * Search field and results as a combobox: the focus stays in the field while the arrow keys move through the list
 * (WAI-ARIA). Spotlight's own field does not expose this to assistive technology.
 */
export function PaletteBox({ typed, onType, items, searching, failed, onChoose }: PaletteBoxProps) {
  const id = useId()
  /** Line chosen by the arrow keys, which stays active when results arrive above it; otherwise the first is active. */
  const [chosenId, setChosenId] = useState<string>()
  const groups = grouped(items)
  const order = groups.flatMap(([, members]) => members)
  const active = order.find((item) => item.id === chosenId) ?? order[0]
  const lineId = (item: PaletteItem) => `${id}-${item.id.replaceAll(' ', '-')}`
  const activeId = active && lineId(active)

  useEffect(() => {
    if (activeId !== undefined)
      document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || order.length === 0) return
    const at = active ? order.indexOf(active) : 0
    if (event.key === 'ArrowDown') setChosenId(order[(at + 1) % order.length]?.id)
    else if (event.key === 'ArrowUp') setChosenId(order[(at - 1 + order.length) % order.length]?.id)
    else if (event.key === 'Enter' && active) onChoose(active)
    else return
    event.preventDefault()
  }

  return (
    <>
      <TextInput
        size="lg"
        variant="unstyled"
        className={classes['field'] ?? ''}
        data-autofocus
        leftSection={<IconSearch size={18} stroke={1.8} aria-hidden="true" />}
        placeholder="Buscar telas, registros e ações"
        aria-label="Buscar telas, registros e ações"
        role="combobox"
        aria-expanded={order.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={activeId}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          onType(value)
          setChosenId(undefined)
        }}
        onFocus={() => {
          const ahead = stopCapturing()
          if (ahead !== '') onType(typed + ahead)
        }}
        onKeyDown={onKeyDown}
      />
      <output className={classes['note']} aria-label="Resultado da busca">
        {statusText({ count: order.length, typed, searching, failed })}
      </output>
      <div id={`${id}-list`} className={classes['list']} role="listbox" aria-label="Encontrados">
        {groups.map(([group, members]) => (
          <Spotlight.ActionsGroup key={group} label={group} role="group" aria-label={group}>
            {members.map((item) => (
              <Line
                key={item.id}
                id={lineId(item)}
                item={item}
                active={item === active}
                onChoose={() => onChoose(item)}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
      </div>
    </>
  )
}

interface LineProps {
  id: string
  item: PaletteItem
  active: boolean
  onChoose: () => void
}

function Line({ id, item: { label, hint, icon: Icon }, active, onChoose }: LineProps) {
  return (
    <Spotlight.Action
      // Spotlight does not pass an `id` on to the element.
      ref={(line) => {
        if (line) line.id = id
      }}
      className={classes['line'] ?? ''}
      role="option"
      aria-selected={active}
      data-selected={active || undefined}
      label={label}
      {...(hint !== undefined && { description: hint })}
      leftSection={<Icon size={18} stroke={1.7} aria-hidden="true" />}
      closeSpotlightOnTrigger={false}
      onClick={onChoose}
    />
  )
}

interface ResultState {
  count: number
  typed: string
  searching: boolean
  failed: boolean
}

function statusText({ count, typed, searching, failed }: ResultState): string {
  if (searching) return 'Buscando…'
  if (failed) return 'Parte da busca não respondeu. Tente de novo em instantes.'
  if (count === 0) return `Nada encontrado para “${typed.trim()}”.`
  return count === 1 ? '1 resultado' : `${count} resultados`
}

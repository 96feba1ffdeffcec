import { describe, expect, it } from 'vitest'
import { counted, differenceOf, sameValue, type FieldValues, type Label } from './difference.ts'

const labels = {
  name: 'Nome',
  module_id: 'Módulo',
  spids: 'Habilitar múltiplos SPIDs',
  active: { label: 'Status', on: 'Ativo', off: 'Inativo' },
  modules: { label: 'Módulos', one: 'módulo', many: 'módulos' },
} satisfies Record<string, Label>
const choices = {
  module_id: [
    { group: 'Números', items: [{ value: '7', label: 'Bilhetagem' }] },
    { value: '8', label: 'Mapa' },
  ],
  modules: ['1', '2', '3', '4', '5', '6', '7'].map((value) => ({ value, label: `M${value}` })),
}
const before = { name: 'A', module_id: '7', spids: false, active: true, modules: ['1', '2'] }
const changed = (change: Partial<typeof before>) =>
  differenceOf<FieldValues>(before, { ...before, ...change }, { labels, choices })

const long = 'x'.repeat(100)

describe('differenceOf', () => {
  it('is empty if no field differs', () => {
    expect(changed({})).toEqual([])
  })

  it('has label, old and new value, in the order of the labels', () => {
    expect(changed({ module_id: '8', name: 'B' })).toEqual([
      { label: 'Nome', from: 'A', to: 'B' },
      { label: 'Módulo', from: 'Bilhetagem', to: 'Mapa' },
    ])
  })

  it('shows booleans and empty values as words', () => {
    expect(changed({ spids: true, active: false, name: ' ' })).toEqual([
      { label: 'Nome', from: 'A', to: '(vazio)' },
      { label: 'Habilitar múltiplos SPIDs', from: 'Não', to: 'Sim' },
      { label: 'Status', from: 'Ativo', to: 'Inativo' },
    ])
  })

  it('counts and names the added and the removed items of a list', () => {
    expect(changed({ modules: ['2', '3', '4'] })).toEqual([
      { count: '+2 módulos', names: ['M3', 'M4'] },
      { count: '−1 módulo', names: ['M1'] },
    ])
  })

  it('names all items of a long list, so that none is saved unseen', () => {
    const many = counted(
      { one: 'ação', many: 'ações' },
      { added: ['a', 'b', 'c', 'd', 'e', 'f', 'g'], removed: [] },
    )
    expect(many).toEqual([{ count: '+7 ações', names: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] }])
  })

  it('shortens long texts to the difference and a margin', () => {
    const [change] = differenceOf<FieldValues>(
      { name: `${long}velha${long}` },
      { name: `${long}novo${long}` },
      { labels: { name: 'Nome' }, choices: {} },
    )
    expect(change).toEqual({
      label: 'Nome',
      from: `…${'x'.repeat(20)}velha${'x'.repeat(20)}…`,
      to: `…${'x'.repeat(20)}novo${'x'.repeat(20)}…`,
    })
  })

  it('shows all of a long value between two distant changes', () => {
    const [change] = differenceOf<FieldValues>(
      { name: `${long}a${long}b${long}` },
      { name: `${long}c${long}d${long}` },
      { labels: { name: 'Nome' }, choices: {} },
    )
    expect(change).toEqual({
      label: 'Nome',
      from: `…${'x'.repeat(20)}a${long}b${'x'.repeat(20)}…`,
      to: `…${'x'.repeat(20)}c${long}d${'x'.repeat(20)}…`,
    })
  })

  it('shows a text from its beginning if the change is near it', () => {
    const [change] = differenceOf<FieldValues>(
      { name: 'Relatórios de portabilidade' },
      { name: `Relatórios de portabilidade ${'por dia '.repeat(9)}` },
      { labels: { name: 'Nome' }, choices: {} },
    )
    expect(change).toMatchObject({ from: 'Relatórios de portabilidade' })
    expect(change).toMatchObject({ to: expect.stringMatching(/^Relatórios de .*por dia$/) })
  })
})

describe('sameValue', () => {
  it('compares lists by content, ignoring order', () => {
    expect(sameValue(['1', '2'], ['2', '1'])).toBe(true)
    expect(sameValue(['1', '2'], ['1', '3'])).toBe(false)
    expect(sameValue(['1'], ['1', '2'])).toBe(false)
    expect(sameValue([], [])).toBe(true)
    expect(sameValue('1', '2')).toBe(false)
  })

  it('ignores white space around a text, which is not saved', () => {
    expect(sameValue(' Pedidos  ', 'Pedidos')).toBe(true)
  })
})

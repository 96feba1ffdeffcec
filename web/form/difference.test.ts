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

describe('what a save changes', () => {
  it('is nothing where nothing differs', () => {
    expect(changed({})).toEqual([])
  })

  it('is told by label, before and after, in the order of the labels', () => {
    expect(changed({ module_id: '8', name: 'B' })).toEqual([
      { label: 'Nome', from: 'A', to: 'B' },
      { label: 'Módulo', from: 'Bilhetagem', to: 'Mapa' },
    ])
  })

  it('is in words: Sim and Não, the names of a status, and that something is empty', () => {
    expect(changed({ spids: true, active: false, name: ' ' })).toEqual([
      { label: 'Nome', from: 'A', to: '(vazio)' },
      { label: 'Habilitar múltiplos SPIDs', from: 'Não', to: 'Sim' },
      { label: 'Status', from: 'Ativo', to: 'Inativo' },
    ])
  })

  it('counts and names what was added and taken away of several', () => {
    expect(changed({ modules: ['2', '3', '4'] })).toEqual([
      { count: '+2 módulos', names: ['M3', 'M4'] },
      { count: '−1 módulo', names: ['M1'] },
    ])
  })

  it('names all of many: what is not named would be saved unseen', () => {
    const many = counted(
      { one: 'ação', many: 'ações' },
      { added: ['a', 'b', 'c', 'd', 'e', 'f', 'g'], removed: [] },
    )
    expect(many).toEqual([{ count: '+7 ações', names: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] }])
  })

  it('shortens long texts to what differs and a little around it', () => {
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

  it('hides no change of a long value, however far apart two of them lie', () => {
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

  it('shows them from their beginning where the change is in sight from there', () => {
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
  it('compares several values by content, whatever their order', () => {
    expect(sameValue(['1', '2'], ['2', '1'])).toBe(true)
    expect(sameValue(['1', '2'], ['1', '3'])).toBe(false)
    expect(sameValue(['1'], ['1', '2'])).toBe(false)
    expect(sameValue([], [])).toBe(true)
    expect(sameValue('1', '2')).toBe(false)
  })

  it('takes blanks around a text for nothing, as what is saved has none', () => {
    expect(sameValue(' Pedidos  ', 'Pedidos')).toBe(true)
  })
})

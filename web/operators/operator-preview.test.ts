import { expect, it } from 'vitest'
import { describeOperator } from './operator-preview.ts'

const body = {
  name: 'Operadora Nova',
  document: '11222333000181',
  email: 'contato@nova.example',
  user_name: 'Iracema d’Ávila',
  user_email: 'iracema@nova.example',
  phone_number: '5541987650001',
}
const seats = (name: string, limit: number, used: number, id = 20) => ({
  module: { id, name, Service: { id: 1, name: 'Credenciamento' } },
  limit,
  used,
  free: limit - used,
  over: 0,
  plans: [],
  loose_plan: null,
})

it('describes all parts of a new operator and the free seats of each module', () => {
  const modules = [seats('Gestão', 1, 1), seats('Consulta', 2, 1), seats('Portal', 9, 0)]
  const spids = [{ spid: '5501', description: 'Fixo' }, { spid: '5502' }]
  expect(describeOperator({ ...body, spids }, { modules }, ['Básico'])).toEqual({
    describe: 'Cadastrar a operadora Operadora Nova',
    changes: [
      {
        count: 'Empresa',
        names: ['Operadora Nova · CNPJ 11.222.333/0001-81 · contato@nova.example'],
      },
      { count: '+2 SPIDs', names: ['5501 · Fixo', '5502'] },
      { count: '+1 plano', names: ['Básico'] },
      {
        count: '+3 módulos com licenças',
        names: [
          'Gestão: 1 de 1 em uso, nenhuma livre',
          'Consulta: 1 de 2 em uso, 1 livre',
          'Portal: 0 de 9 em uso, 9 livres',
        ],
      },
      { count: 'Usuário master', names: ['Iracema d’Ávila · iracema@nova.example'] },
    ],
    consequence: 'O convite para o primeiro acesso é enviado para iracema@nova.example.',
  })
})

it('omits the parts that a new operator does not have', () => {
  const { changes = [] } = describeOperator(body, { modules: [] }, [])
  expect(changes.map((change) => 'count' in change && change.count)).toEqual([
    'Empresa',
    'Usuário master',
  ])
})

it('says that the seats are unknown without a preview', () => {
  expect(describeOperator(body, undefined, []).consequence).toMatch(
    /^Não foi possível calcular quantas licenças ficam livres\. O convite/,
  )
})

it('warns if the master user takes the only seat of the console', () => {
  const withSeats = (limit: number) =>
    describeOperator(body, { modules: [seats('Gestão de Acesso', limit, 1, 1)] }, []).consequence
  expect(withSeats(1)).toMatch(
    /^Sem licença livre de Gestão de Acesso, o usuário master não poderá dar perfis desse módulo a outras pessoas\. O convite/,
  )
  expect(withSeats(2)).toMatch(/^O convite/)
})

import { expect, test } from 'vitest'
import { z } from 'zod'
import { api, type Operation } from './api.ts'
import { type Endpoint, eventOf } from './endpoint.ts'
import { operationAt } from './operation-at.ts'
import { problems } from './problems.ts'
import { auditDifference } from './audit-difference.ts'
import { areaOf, otherArea } from './audit-areas.ts'
import { listName } from './audit-lists.ts'
import { operationTitles } from './operation-titles.ts'
import { recordKinds } from './record-kinds.ts'

/** Returns the values of an enumerated input. */
function choicesOf(input: unknown): string[] {
  if (typeof input !== 'object' || input === null) return []
  if ('enum' in input && Array.isArray(input.enum)) return input.enum.map(String)
  return Object.values(input).flatMap(choicesOf)
}

interface Input {
  operation: string
  list: string
  name: string
  choices: readonly string[]
}

/** Possible values of the inputs whose schema does not list them. */
const otherChoices: Readonly<Record<string, readonly string[]>> = {
  operation: Object.keys(operationTitles),
  record: Object.keys(recordKinds).map((kind) => `${kind}:12`),
}

/** Inputs that an export records in its event (`server/exports`). */
const inputs = Object.entries<Endpoint>(api).flatMap(([operation, { exports: list, ...asked }]) =>
  list === undefined
    ? []
    : [asked.query, asked.params].flatMap((schema) =>
        Object.entries(schema?.shape ?? {}).map(([name, input]): Input => {
          const shape = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
          return { operation, list, name, choices: otherChoices[name] ?? choicesOf(shape) }
        }),
      ),
)

const unnamed = /Outr[oa] (dado|valor|motivo|operação|registro|lista|modo) \(/

test.each(inputs)('the audit log has labels for $name of $operation', ({ list, name, choices }) => {
  for (const value of choices.length > 0 ? choices : ['12']) {
    const [told] = auditDifference(
      { record: `list:${list}`, before: null, after: { [name]: value } },
      {},
    )
    expect(told, value).toBeDefined()
    expect(`${told?.label}: ${told?.to}`).not.toMatch(unnamed)
    if (choices.length > 0) expect(told?.to).not.toBe(value)
  }
})

test.each([...new Set(inputs.map(({ list }) => list))])('list %s has a title', (list) => {
  expect(listName(list)).not.toMatch(unnamed)
})

test.each(Object.keys(problems))(
  'problem %s, a possible reason of a refusal, has a message',
  (code) => {
    const [told] = auditDifference({ record: null, before: null, after: { refused: code } }, {})
    expect(told?.to).toBe(problems[code as keyof typeof problems].message)
  },
)

const confirmed = (Object.keys(api) as Operation[]).filter((operation) => {
  const { confirm }: Endpoint = api[operation]
  return confirm !== undefined
})

test.each(confirmed)(
  '%s, which needs confirmation of identity, is shown by its label',
  (operation) => {
    const { method, path }: Endpoint = api[operation]
    const filled = path.replaceAll(/\{\w+\}/g, '12')
    expect(operationAt(method, filled)).toBe(operation)
    const after = { operations: [`${method} ${filled}`] }
    const [told] = auditDifference({ record: null, before: null, after }, {})
    expect(told?.to).toBe(operationTitles[operation])
  },
)

/** First words of the titles of operations, by the last word of their events. */
const firstWords: Readonly<Record<string, readonly string[]>> = {
  activated: ['Ativação'],
  added: ['Inclusão'],
  created: ['Cadastro', 'Delegação', 'Geração', 'Inclusão'],
  deleted: ['Exclusão', 'Remoção'],
  ended: ['Encerramento'],
  erased: ['Apagamento'],
  exported: ['Exportação'],
  inactivated: ['Inativação'],
  invited: ['Novo'],
  removed: ['Remoção', 'Retirada'],
  retired: ['Desativação'],
  revoked: ['Revogação'],
  unlock: ['Liberação'],
  updated: ['Atualização', 'Troca'],
}

const audited = Object.entries<Endpoint>(api).filter(([, { audit }]) => audit !== 'none')

test('the title of an operation names the act of its event', () => {
  const other = audited.flatMap(([operation, endpoint]) => {
    const title = operationTitles[operation] ?? ''
    const [act = ''] = eventOf(endpoint).split(/[.-]/).slice(-1)
    const [first = ''] = title.split(' ', 1)
    const words = firstWords[act] ?? [first]
    return words.includes(first) ? [] : [`${eventOf(endpoint)}: ${title}`]
  })
  expect(other).toEqual([])
})

test('the filter of operations has a group for all records except those of the system itself', () => {
  const inOtherArea = audited
    .map(([, endpoint]) => eventOf(endpoint))
    .filter((event) => areaOf(event) === otherArea)
    .map((event) => event.split('.', 1).join(''))
  expect(new Set(inOtherArea)).toEqual(new Set(['list-view', 'message', 'network']))
})

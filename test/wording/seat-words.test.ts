import { describe, expect, test } from 'vitest'
import ts from '../testing/compiler-api.ts'
import { readSources } from '../testing/read-sources.ts'

/** Other words for a seat, which is called 'Licença' (docs/glossary.md). */
const synonym = /(?<!\p{L})(?:limites?|quantidades?|avuls[oa]s?|vagas?|assentos?|cotas?)(?!\p{L})/iu

/** The record that gives seats of one module, named by the specification (console.md §2). */
const record = /planos? avulsos?/giu

/** Sentences that the specification quotes, or that are not about seats. */
const allowed = new Set([
  // Column and field of both kinds of plans (console.md §2), and what refers to them.
  'Quantidade',
  'O plano já tem este módulo. Altere a quantidade na lista de módulos do plano.',
  'A empresa já tem um plano avulso deste módulo. Altere a quantidade na lista.',
  // console.md §5, §7
  'O limite deve ser maior que 0',
  'Limite de usuários neste plano excedido',
  'Limite de delegações para essa empresa atingido.',
])

/** Returns the texts in a source: strings, parts of templates, and texts between tags. */
function textsOf(file: string, text: string): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) found.push(node.text.replaceAll(/\s+/g, ' ').trim())
    else if (ts.isStringLiteral(node) || ts.isTemplateLiteralToken(node)) found.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true))
  return found
}

const usesSynonym = (text: string): boolean =>
  !allowed.has(text) && synonym.test(text.replaceAll(record, ''))

describe('a seat', () => {
  test.each([
    ['Faltam licenças deste plano avulso.', false],
    ['Quantidade', false],
    ['2 pessoas acima do limite', true],
    ['com quantidade ', true],
    ['Licenças avulsas', true],
  ])('%j is a synonym: %s', (text, expected) => {
    expect(usesSynonym(text)).toBe(expected)
  })

  test("is called 'Licença' in every sentence that the specification does not quote", () => {
    const found = readSources('contract', 'server', 'web')
      .filter(({ text }) => synonym.test(text))
      .flatMap(({ file, text }) =>
        textsOf(file, text)
          .filter(usesSynonym)
          .map((sentence) => `${file}: ${sentence}`),
      )
    expect(found).toEqual([])
  })
})

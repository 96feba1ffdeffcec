import type { SpanStart } from '../shared/trace.ts'

const firstTable = /\b(?:from|into|update|join)\s+"?(?:public"?\.")?([a-z]\w*)\b"?(?!\s*\()/i
const writes = /\b(insert into|(?<!for |key )update|delete from|merge into)\s/i

/**
 * Describes a statement by its kind and its first table, such as `SELECT users`, and by the name of its prepared
 * statement. The text is left out, because a literal in it could be personal data.
 */
export function statementSpan(sql: string, prepared: string | undefined): SpanStart {
  const operation = operationOf(sql)
  const table = operation === 'BEGIN' ? undefined : firstTable.exec(sql)?.[1]
  return {
    name: table === undefined ? operation : `${operation} ${table}`,
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.collection.name': table,
      'portaria.statement': prepared,
    },
  }
}

/** Returns the keyword of a statement. For `with`, it is that of its first write, or SELECT. */
function operationOf(sql: string): string {
  const word = (/^\s*([a-z]+)/i.exec(sql)?.[1] ?? 'unknown').toUpperCase()
  if (word !== 'WITH') return word
  return (writes.exec(sql)?.[1]?.split(' ')[0] ?? 'select').toUpperCase()
}

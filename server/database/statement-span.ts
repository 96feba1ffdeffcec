import type { SpanStart } from '../shared/trace.ts'

const firstTable = /\b(?:from|into|update|join)\s+"?(?:public"?\.")?([a-z]\w*)\b"?(?!\s*[([])/i
const writes = /\b(insert into|(?<!for |key )update|delete from|merge into)\s/i

/**
 * Describes a statement by its kind and its first table, such as `SELECT users`, and by the name of its prepared
 * statement. The text is left out, because a literal in it could be personal data.
 */
export function statementSpan(sql: string, prepared: string | undefined): SpanStart {
  const operation = operationOf(sql)
  // In a SELECT the tables of its subqueries come before its own.
  const searched = operation === 'SELECT' ? withoutParentheses(sql) : sql
  const table = operation === 'BEGIN' ? undefined : firstTable.exec(searched)?.[1]
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

/** Replaces subqueries and arguments by `[]`. Returns the statement unchanged if only its subqueries have tables. */
function withoutParentheses(sql: string): string {
  let outer = sql
  for (let inner = ''; inner !== outer;) {
    inner = outer
    outer = inner.replaceAll(/\([^()]*\)/g, '[]')
  }
  return firstTable.test(outer) ? outer : sql
}

/** Returns the keyword of a statement. For `with`, it is that of its first write, or SELECT. */
function operationOf(sql: string): string {
  const word = (/^\s*([a-z]+)/i.exec(sql)?.[1] ?? 'unknown').toUpperCase()
  if (word !== 'WITH') return word
  return (writes.exec(sql)?.[1]?.split(' ')[0] ?? 'select').toUpperCase()
}

import { variables } from '../shared/variables.ts'

/** Prefixes that are unlikely to belong to other programs on the machine of a server. */
const prefixes =
  /^(PORTARIA|DATABASE|SMTP|MAIL|SMS|FEDERATION|CAPTCHA|BRAND|AUDIT|SECRETS|ADMIN|ASSOCIATION|OTEL)_/
/** Variables that Kubernetes and Docker set for a service, such as `SMTP_SERVICE_HOST` and `SMTP_PORT_25_TCP`. */
const serviceVariables = /_(SERVICE_(HOST|PORT\w*)|PORT(_\d+_(TCP|UDP)\w*)?)$/

export interface UnknownVariable {
  name: string
  /** A variable of the product with a similar name. */
  similar: string | undefined
}

/**
 * Returns variables that the product does not read, but whose name suggests that they are meant for it: at most two
 * changes (one in a name of at most five letters) make it a known name, or it has one of our prefixes.
 */
export function findUnknownVariables(env: NodeJS.ProcessEnv): UnknownVariable[] {
  const known = new Set<string>(variables)
  return Object.keys(env)
    .filter((name) => !known.has(name) && !serviceVariables.test(name))
    .map((name) => ({ name, similar: similarTo(name) }))
    .filter(({ name, similar }) => similar !== undefined || prefixes.test(name))
}

function similarTo(name: string): string | undefined {
  const upper = name.toUpperCase()
  const maxChanges = name.length > 5 ? 2 : 1
  return variables
    .map((variable) => ({ variable, changes: changesBetween(upper, variable) }))
    .filter(({ variable, changes }) => changes <= Math.min(maxChanges, variable.length > 5 ? 2 : 1))
    .toSorted((a, b) => a.changes - b.changes)[0]?.variable
}

/** Returns the minimum number of changed letters: inserted, removed, replaced, or swapped neighbours (optimal string alignment). */
function changesBetween(a: string, b: string): number {
  let [before, previous]: [number[], number[]] = [
    [],
    Array.from({ length: b.length + 1 }, (_, at) => at),
  ]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const exchanged =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
          ? (before[j - 2] ?? 0) + 1
          : Infinity
      row.push(Math.min(replaced, exchanged, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    ;[before, previous] = [previous, row]
  }
  return previous[b.length] ?? Infinity
}

/** Returns a sentence about an unknown variable. */
export function describeUnknown({ name, similar }: UnknownVariable): string {
  return similar === undefined
    ? `${name} is not a variable of Portaria`
    : `${name} is not a variable of Portaria; did you mean ${similar}?`
}

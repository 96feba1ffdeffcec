/** Calculates the machines for a number of people, from the constants in the tables of docs/sizing.md. */

/** Names of the constants in docs/sizing.md. */
const names = [
  // Assumptions
  'signIns',
  'entries',
  'validations',
  'checks',
  'lists',
  'homesPerHour',
  'writes',
  'workDays',
  'busyHour',
  'burst',
  'utilisation',
  'concurrent',
  // Measured costs
  'serverSignIn',
  'serverEntry',
  'serverValidation',
  'serverCheck',
  'serverList',
  'serverHome',
  'serverWrite',
  'databaseSignIn',
  'databaseEntry',
  'databaseList',
  'databaseHome',
  'databaseWrite',
  'walSignIn',
  'walEntry',
  'walWrite',
  'eventsSignIn',
  'eventsEntry',
  'eventsWrite',
  'eventBytes',
  'personBytes',
  'sessionBytes',
  'entryBytes',
  'processMemory',
  'sessionMemory',
  'connections',
  // Limits
  'coresOfServer',
  'coresOfDatabase',
  'diskOfDatabase',
  'sealing',
  'maxConnections',
] as const
export type Constants = Record<(typeof names)[number], number>

const section = (markdown: string, title: string): string =>
  markdown.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? ''

/** Reads the constants from the document. A row is `| text | \`name\` | value | … |`. Throws if one is missing. */
export function readConstants(markdown: string): Constants {
  const text = ['Assumptions', 'Measured costs', 'Limits'].map((title) => section(markdown, title))
  const found = new Map(
    [...text.join('\n').matchAll(/^\|[^|]*\| `(\w+)`\s*\| ([\d.,]+)/gm)].map(
      ([, name = '', value = '']) => [name, Number(value.replaceAll(',', ''))],
    ),
  )
  const constants = names.map((name) => {
    const value = found.get(name)
    if (value === undefined || Number.isNaN(value)) throw new Error(`${name} has no value`)
    return [name, value] as const
  })
  if (found.size > names.length) throw new Error('the document has a constant that is not used')
  return Object.fromEntries(constants) as Constants
}

/** The calculation for a number of people: name of each line and its value. */
export function calculate(c: Constants, people: number): Record<string, number> {
  const perDay = people * c.signIns
  /** Sign-ins per second in the busiest moment. */
  const peak = (perDay * c.busyHour * c.burst) / 3600
  /** HOME of an administrator, in calls per second at the peak. Their number does not depend on that of people. */
  const homes = (c.homesPerHour * c.burst) / 3600
  // A search reads more rows among more people. The costs are those among a million.
  const growth = Math.sqrt(people / 1_000_000)
  const serverPerSignIn =
    c.serverSignIn +
    c.entries * c.serverEntry +
    c.entries * c.validations * c.serverValidation +
    c.checks * c.serverCheck +
    c.lists * c.serverList +
    c.writes * c.serverWrite
  const listsPerSignIn = c.lists * c.databaseList * growth
  const databasePerSignIn =
    c.databaseSignIn + c.entries * c.databaseEntry + listsPerSignIn + c.writes * c.databaseWrite
  const eventsPerSignIn = c.eventsSignIn + c.entries * c.eventsEntry + c.writes * c.eventsWrite
  const walPerSignIn = c.walSignIn + c.entries * c.walEntry + c.writes * c.walWrite
  const coresFor = (milliseconds: number) => milliseconds / 1000 / c.utilisation
  const serverCores = coresFor(peak * serverPerSignIn + homes * c.serverHome)
  const homeOfDatabase = homes * c.databaseHome * (people / 1000)
  // At least two, so that one may stop.
  const processes = Math.max(2, Math.ceil(serverCores / c.coresOfServer))
  const sessionsPerProcess = (people * c.concurrent) / processes
  return {
    'sign-ins a day': perDay,
    'sign-ins a second, at the peak': peak,
    'requests a second, at the peak':
      peak * (3 + 2 * c.entries + c.entries * c.validations + c.checks + c.lists + 2 * c.writes),
    'cores of servers': serverCores,
    'server processes': processes,
    'memory of a process, MB': c.processMemory + (sessionsPerProcess * c.sessionMemory) / 1024,
    'cores of PostgreSQL': coresFor(peak * databasePerSignIn + homeOfDatabase),
    'of these, for HOME of administrators': coresFor(homeOfDatabase),
    'of these, for lists that a standby can take': coresFor(peak * listsPerSignIn),
    'write-ahead log, MB a second': (peak * walPerSignIn) / 1024,
    'audit events a day, million': (perDay * eventsPerSignIn) / 1e6,
    'audit log, GB a year': (perDay * eventsPerSignIn * c.eventBytes * c.workDays) / 1e9,
    'people, profiles and companies, GB': (people * c.personBytes) / 1e9,
    'sessions and tokens kept for 184 days, GB':
      (perDay * ((c.workDays * 184) / 365) * (c.sessionBytes + c.entries * c.entryBytes)) / 1e9,
    'audit events a second, at the peak': peak * eventsPerSignIn,
    'database connections': processes * c.connections,
  }
}

/** Returns each resource's share of its limit in percent, the largest first. */
export function shares(c: Constants, people: number): [resource: string, percent: number][] {
  const of = calculate(c, people)
  const share = (line: string, limit: number) => ((of[line] ?? NaN) / limit) * 100
  const disk =
    share('audit log, GB a year', c.diskOfDatabase) +
    share('sessions and tokens kept for 184 days, GB', c.diskOfDatabase) +
    share('people, profiles and companies, GB', c.diskOfDatabase)
  const all: [string, number][] = [
    ['disk of the primary after a year', disk],
    ['processor of the primary', share('cores of PostgreSQL', c.coresOfDatabase)],
    ['database connections', share('database connections', c.maxConnections)],
    ['sealing of the audit log', share('audit events a second, at the peak', c.sealing)],
  ]
  return all.toSorted(([, a], [, b]) => b - a)
}

const sizes = [10_000, 1_000_000, 10_000_000]

/** Rounds to three significant digits. */
const rounded = (value: number): string =>
  Number(value.toPrecision(3)).toLocaleString('en', { maximumFractionDigits: 3 })

function tableOf(head: string[], rows: string[][]): string {
  const lines = [head, head.map(() => '---'), ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Returns the tables of the section 'Result' of docs/sizing.md. */
export function resultTables(c: Constants, people: readonly number[] = sizes): string {
  const columns = people.map((count) => calculate(c, count))
  const head = people.map((count) => `${count.toLocaleString('en')} people`)
  const lines = Object.keys(columns[0] ?? {}).map((line) => [
    line,
    ...columns.map((column) => rounded(column[line] ?? NaN)),
  ])
  const used = people.map((count) => new Map(shares(c, count)))
  const resources = [...(used.at(-1) ?? new Map<string, number>()).keys()]
  const shareLines = resources.map((resource) => [
    resource,
    ...used.map((of) => `${rounded(of.get(resource) ?? NaN)} %`),
  ])
  return `${tableOf(['', ...head], lines)}\n\n${tableOf(['share of the limit', ...head], shareLines)}`
}

import type { BodyInputOf } from '../contract/endpoint.ts'
import type { users } from '../contract/users.ts'
import type { PeoplePortal } from './people-portal.ts'

type Search = BodyInputOf<typeof users.userSearch>

/** A measure: the requests to send to each portal in rotation. */
export interface PeopleMeasure {
  name: string
  ask: (portal: PeoplePortal) => { path: string; body?: object }[]
}

function search(name: string, ...bodies: Search[]): PeopleMeasure {
  return { name, ask: () => bodies.map((body) => ({ path: '/user/search', body })) }
}

const lastPage = { pagination: { page: 500, take: 20 } } as const
const firstPage = { pagination: { page: 1, take: 20 } } as const
const named = (...names: string[]): Search[] =>
  names.map((name) => ({ ...firstPage, filters: { name } }))

const pages = Array.from({ length: 20 }, (_, n) => 1 + n * 25)
const sorts = ['name', 'email', 'created_at', 'update_at', 'last_access_at', 'status'] as const

/** Searches of the palette: frequent and rare words, one at the end of the alphabet, and parts of words. */
const rankedWords = ['ana', 'maria', 'yasmin', 'wozzy', 'an', 'zz', 'maria silva', 'pessoa']

/** The measured searches and screens. */
export const peopleMeasures: readonly PeopleMeasure[] = [
  search('all, first page', firstPage),
  search('all, page 500', lastPage),
  search(
    'all, every 25th page',
    ...pages.map((page) => ({ pagination: { page, take: 20 } as const })),
  ),
  ...sorts.map((sort) => search(`all by ${sort}, page 500`, { ...lastPage, sort })),
  search('rare word', ...named('wozzy', 'ozzy')),
  search('rare e-mail', ...[4321, 777, 5005].map((n) => ({ filters: { email: `pessoa.${n}@` } }))),
  search(
    'rare phone',
    ...[4321, 777, 5005].map((n) => ({
      filters: { phone_number: String((n * 7919) % 1e9).padStart(9, '0') },
    })),
  ),
  search(
    'e-mail in full',
    ...[4321, 777, 5005].map((n) => ({
      filters: { email: `pessoa.${n}@operadora${n % 50}.example` },
    })),
  ),
  search('two words, rare', ...named('wozzy maria', 'da wozzy')),
  search('no match', ...named('xyzxyz', 'maria inexistente')),
  search('word of 8 % , first page', ...named('silva', 'santos', 'costa')),
  search('word of 8 %, page 40', {
    pagination: { page: 40, take: 20 },
    filters: { name: 'silva' },
  }),
  search('word of 1 to 2 %, first page', ...named('maria', 'sampaio', 'jordao')),
  search('given name at the end, first page', ...named('yasmin', 'vitoria')),
  search('frequent e-mail, first page', { ...firstPage, filters: { email: 'operadora' } }),
  search('frequent e-mail, page 500', { ...lastPage, filters: { email: 'operadora' } }),
  ...sorts.map((sort) =>
    search(`frequent by ${sort}, page 500`, { ...lastPage, sort, filters: { search: 'pessoa' } }),
  ),
  search('two words, one person in a thousand', ...named('maria silva', 'maria souza')),
  search('two frequent words', ...named('ana silva', 'da andrade')),
  search('one letter, frequent', ...named('a', 'e', 's')),
  search('one letter, rare', ...named('w')),
  search('two letters, frequent', ...named('da', 'es')),
  search('two letters, frequent, page 500', { ...lastPage, filters: { search: 'da' } }),
  search('two letters, rare', ...named('zz', 'wo')),
  search('two letters without a match', ...named('qx', 'xq')),
  ...rankedWords.map((word) =>
    search(`ranked '${word}'`, {
      pagination: { take: 5 },
      ranked: true,
      filters: { search: word },
    }),
  ),
  search('active', { ...firstPage, filters: { status: 2 } }),
  search('deleted', { ...firstPage, filters: { status: 1 } }),
  search('blocked, page 8', { pagination: { page: 8, take: 20 }, filters: { status: 3 } }),
  search('no access for 90 days', { ...firstPage, filters: { no_access: true } }),
  search('rare word, blocked', { filters: { name: 'wozzy', status: 3 } }),
  search('frequent word, deleted', { filters: { name: 'silva', status: 1 } }),
  screen('a person', ({ userId }) => `/user/consult/${userId}`),
  screen('profiles of a person', ({ userId }) => `/user-profile/${userId}`),
  screen('profiles to give', ({ userId }) => `/user-profile/${userId}/profile`),
  screen(
    'why',
    ({ userId, companyId, moduleId, functionId }) =>
      `/user-profile/${userId}/why?company_id=${companyId}&module_id=${moduleId}&function_id=${functionId}`,
  ),
  screen('sessions of a person', ({ userId }) => `/user/${userId}/sessions`),
]

function screen(name: string, path: (filled: PeoplePortal['filled']) => string): PeopleMeasure {
  return { name, ask: ({ filled }) => [{ path: path(filled) }] }
}

/** Returns a function for `compareP95` that sends the next request in each round. */
export function requesterOf({ name, ask }: PeopleMeasure) {
  return async (portal: PeoplePortal, round: number): Promise<void> => {
    const requests = ask(portal)
    const request = requests[round % requests.length]
    if (!request) throw new Error(`${name} has no requests.`)
    await send(portal, request)
  }
}

/** Sends a request and waits for the response. Throws if it is an error. */
async function send(
  { url, administrator }: PeoplePortal,
  { path, body }: { path: string; body?: object },
): Promise<void> {
  const response = await fetch(`${url}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...administrator.headers, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${text}`)
}

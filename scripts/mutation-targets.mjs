/**
 * Where rules live: what `npm run mutate` puts faults into, and the tests that should see them. Any other folder takes
 * the tests that lie in it. Where tests are named, they call the rules on a real database without starting the whole
 * server: every fault runs them again.
 */
export const TARGETS = {
  'server/attempts': {
    tests: tests('attempts', 'attempt-limits', 'account-locks', 'device-cookie'),
  },
  'server/confirmations': {
    tests: [
      'server/confirmations/**/*.test.ts',
      'server/federation/federated-confirmation.test.ts',
    ],
  },
  'server/scope': { tests: tests('scope', 'scope') },
  'server/binder': {},
  'server/sessions': {
    mutate: ['guard', 'code-exchange', 'session-memory', 'session-service'].map(
      (name) => `server/sessions/${name}.ts`,
    ),
    tests: tests('sessions', 'guard', 'exchange-rules', 'session-memory', 'session-service'),
  },
  'server/passwords': {
    mutate: ['password-service', 'recovery-service'].map((name) => `server/passwords/${name}.ts`),
    tests: tests('passwords', 'password-service', 'recovery-service'),
  },
  contract: {
    mutate: ['fields', 'list', 'typed-text', 'password-policy'].map(
      (name) => `contract/${name}.ts`,
    ),
    tests: ['fields', 'list', 'typed-text', 'password-policy'].map(
      (name) => `contract/${name}.test.ts`,
    ),
  },
}

/** Tests of a room of the server, by their names. */
function tests(room, ...names) {
  return names.map((name) => `server/${room}/${name}.test.ts`)
}

/** The files to put faults into and the tests to run, for a folder or a single file. */
export function targetOf(path) {
  const known = TARGETS[path] ?? {}
  const isFile = /\.tsx?$/.test(path)
  const folder = isFile ? path.slice(0, path.lastIndexOf('/')) : path
  return {
    mutate: known.mutate ?? [isFile ? path : `${path}/**/*.ts`],
    tests: known.tests ?? TARGETS[folder]?.tests ?? [`${folder}/**/*.test.ts`],
  }
}

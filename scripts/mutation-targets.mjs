/**
 * Targets of `npm run mutate` that name the tests which should detect their mutations; other folders use their own
 * tests. The named tests do not start the whole server, because they run for every mutation.
 */
export const TARGETS = {
  'server/rate-limits': {
    tests: tests('rate-limiter', 'attempt-limits', 'account-locks', 'device-cookie'),
  },
  'server/confirmations': {
    tests: [
      'server/confirmations/**/*.test.ts',
      'server/federation/federated-confirmation.test.ts',
    ],
  },
  'server/scope': { tests: tests('scope', 'scope') },
  'server/pipeline': {},
  'server/sessions': {
    mutate: ['guard', 'code-exchange', 'session-cache', 'session-service'].map(
      (name) => `server/sessions/${name}.ts`,
    ),
    tests: tests('sessions', 'guard', 'exchange-rules', 'session-cache', 'session-service'),
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

/** Returns the paths of tests in a folder of the server. */
function tests(folder, ...names) {
  return names.map((name) => `server/${folder}/${name}.test.ts`)
}

/** Returns the files to mutate and the tests to run, for a folder or a file. */
export function targetOf(path) {
  const target = TARGETS[path] ?? {}
  const isFile = /\.tsx?$/.test(path)
  const folder = isFile ? path.slice(0, path.lastIndexOf('/')) : path
  return {
    mutate: target.mutate ?? [isFile ? path : `${path}/**/*.ts`],
    tests: target.tests ?? TARGETS[folder]?.tests ?? [`${folder}/**/*.test.ts`],
  }
}

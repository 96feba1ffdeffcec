/**
 * Where rules live: what `npm run mutate` puts faults into, and the tests that should see them. Any other folder takes
 * the tests that lie in it.
 */
export const TARGETS = {
  'server/attempts': {
    // Without attempts.test.ts: each of its tries is a sign-in, which is slow on purpose.
    tests: ['attempt-limits', 'account-locks', 'device-cookie'].map(
      (name) => `server/attempts/${name}.test.ts`,
    ),
  },
  'server/confirmations': {
    tests: [
      'server/confirmations/**/*.test.ts',
      'server/federation/federated-confirmation.test.ts',
    ],
  },
  // The other tests there go through the whole server.
  'server/scope': { tests: ['server/scope/scope.test.ts'] },
  'server/binder': {},
  'server/sessions': {
    mutate: ['guard', 'code-exchange', 'session-memory', 'session-service'].map(
      (name) => `server/sessions/${name}.ts`,
    ),
    tests: ['guard', 'exchange-rules', 'session-memory', 'session-service'].map(
      (name) => `server/sessions/${name}.test.ts`,
    ),
  },
  'server/passwords': {
    mutate: ['password-service', 'recovery-service'].map((name) => `server/passwords/${name}.ts`),
    tests: ['password-service', 'recovery-service'].map(
      (name) => `server/passwords/${name}.test.ts`,
    ),
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

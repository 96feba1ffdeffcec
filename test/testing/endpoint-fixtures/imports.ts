import type { imports } from '../../../contract/imports.ts'
import { hours } from '../../../server/shared/clock.ts'
import { cnpj, next } from '../catalogue-builders.ts'
import {
  emptyPreview,
  makeImport,
  makeImportOfConsole,
  makeImportOfOwnProfile,
  makeOutdatedImport,
} from '../import-scenario.ts'
import { onRow, type EndpointFixtures } from './endpoint-fixture.ts'
import type { Scenario } from './scenario.ts'

const grantsApart = 'Each kind of import needs several grants, and some kinds an administrator.'
const kind = 'companies'

const csv = (text: string) => ({ content: new TextEncoder().encode(text), type: 'text/csv' })

/** Creates a draft of the caller. */
async function draft(scenario: Scenario) {
  const { id } = await makeImport(scenario)
  return { input: { params: { kind, id: String(id) } }, row: { table: 'imports', id } } as const
}

async function asSeen(scenario: Scenario) {
  const { id, sha256, preview_sha256 } = await makeImport(scenario)
  const params = { kind, id: String(id) } as const
  return { input: { params, body: { sha256, preview_sha256 } }, row: { table: 'imports', id } }
}

/** Creates an import without rows that was committed a minute ago. */
async function done(scenario: Scenario) {
  const { id } = await makeImport(scenario, { state: 'done' })
  return { input: { params: { kind, id: String(id) } }, row: { table: 'imports', id } } as const
}

const ofLoosePlans = (id: number) => ({ params: { kind: 'loose-plans', id: String(id) } }) as const

/** Imports. */
export const importFixtures: EndpointFixtures<keyof typeof imports> = {
  importTemplate: {
    scope: 'new',
    make: () => ({ input: { params: { kind } } }),
    problems: {},
    audit: undefined,
    grantsApart,
  },
  importList: {
    scope: 'new',
    make: () => ({ input: { params: { kind } } }),
    problems: {},
    audit: undefined,
    grantsApart,
  },
  importUpload: {
    scope: 'new',
    make: () => ({
      input: {
        params: { kind },
        query: { name: 'amostra.csv' },
        body: csv(`CNPJ;Nome;E-mail\n${cnpj(next())};Operadora;a@operadora.example\n`),
      },
    }),
    problems: {
      'import-file-refused': ({ input }) => ({ ...input, body: csv('Nada;disso\n1;2\n') }),
    },
    audit: { target: (_, { data }) => `import:${data.id}`, tells: ['after'] },
    grantsApart,
  },
  importGet: {
    scope: 'installation',
    make: draft,
    problems: { 'import-not-found': 'missing' },
    audit: undefined,
    grantsApart,
  },
  importRowList: {
    scope: 'installation',
    make: draft,
    problems: { 'import-not-found': 'missing' },
    audit: undefined,
    grantsApart,
  },
  importCommit: {
    sensitive: 'committing an import',
    scope: 'installation',
    make: asSeen,
    problems: {
      'import-not-found': 'missing',
      'import-not-draft': async ({ input }, scenario) => ({
        ...input,
        ...(await done(scenario)).input,
      }),
      'import-file-changed': ({ input }) => ({
        ...input,
        body: { ...input.body, sha256: emptyPreview },
      }),
      'import-preview-changed': ({ input }) => ({
        ...input,
        body: { ...input.body, preview_sha256: input.body.sha256 },
      }),
      'import-has-refused': async (_, { by }) => {
        const params = { kind } as const
        const body = csv('CNPJ;Nome;E-mail\n123;Operadora;a@operadora.example\n')
        const sent = { params, query: { name: 'amostra.csv' }, body }
        const { id, sha256, preview_sha256 } = (await by.console.call('importUpload', sent)).data
        return { params: { kind, id: String(id) }, body: { sha256, preview_sha256 } }
      },
    },
    audit: { target: onRow('import'), tells: ['after'] },
    grantsApart,
  },
  importUndo: {
    sensitive: 'undoing an import',
    scope: 'installation',
    make: done,
    problems: {
      'import-not-found': 'missing',
      'import-not-done': async (_, scenario) => (await draft(scenario)).input,
      'import-undo-over': async ({ input, row }, { app }) => {
        const done_at = new Date(app.clock.now().getTime() - hours(24))
        await app.db
          .updateTable('imports')
          .set({ done_at })
          .where('id', '=', Number(row?.id))
          .execute()
        return input
      },
      'import-changed-since': async (_, scenario) =>
        ofLoosePlans(await makeOutdatedImport(scenario)),
      'plan-of-console': async (_, scenario) => ofLoosePlans(await makeImportOfConsole(scenario)),
      'administrator-indispensable': async (_, scenario) => ({
        params: { kind: 'users', id: String(await makeImportOfOwnProfile(scenario)) },
      }),
    },
    audit: { target: onRow('import'), tells: ['before', 'after'] },
    grantsApart,
  },
}

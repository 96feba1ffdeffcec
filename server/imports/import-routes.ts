import { hash } from 'node:crypto'
import type { Logger } from 'pino'
import { importKinds, xlsxType } from '../../contract/import-kinds.ts'
import { imports } from '../../contract/imports.ts'
import { type Handlers, transaction } from '../pipeline/handler.ts'
import type { Principal } from '../pipeline/principal.ts'
import type { Config } from '../config.ts'
import { templateNameOf } from '../exports/file-name.ts'
import { isAdministrator } from '../scope/scope.ts'
import type { CreationParts } from '../users/user-creation.ts'
import { countInvited, listImports, type Sender } from './import-queries.ts'
import { kindFor } from './import-registry.ts'
import { listImportRows } from './import-row-queries.ts'
import { commitImport, draftImport, readImport } from './import-service.ts'
import { undoImport } from './import-undo.ts'
import type { UserImportParts } from './user-import-values.ts'
import { templateOf } from './template/import-template.ts'
import { readImportFile } from './reading/file-reader.ts'

interface ImportParts extends Omit<CreationParts, 'publicUrl'> {
  log: Logger
  config: Pick<Config, 'publicUrl' | 'mailRate'>
}

/** Maximum number of queued files per user, in all sessions together. */
const maxFilesOfUser = 2

export function importRoutes(parts: ImportParts): Handlers<typeof imports> {
  const { clock, log, keyring, rateLimiter, config } = parts
  const { publicUrl, mailRate } = config
  const partsFor = (who: Principal): UserImportParts => ({
    who,
    now: clock.now(),
    clock,
    keyring,
    rateLimiter,
    publicUrl,
    mailRate,
  })
  const senderOf = (who: Principal, kind: Sender['kind']): Sender => ({
    userId: who.userId,
    kind,
    now: clock.now(),
  })
  return {
    importTemplate: async ({ db, who, params: { kind }, setHeader }) => {
      const { lists } = kindFor(partsFor(who), kind, imports.importTemplate)
      setHeader(
        'content-disposition',
        `attachment; filename="${templateNameOf(importKinds[kind].name)}"`,
      )
      return { content: templateOf(kind, await lists(db, who)), type: xlsxType }
    },
    importList: async ({ db, who, params: { kind } }) => {
      kindFor(partsFor(who), kind, imports.importList)
      return { imports: await listImports(db, senderOf(who, kind)) }
    },
    importUpload: transaction<
      typeof imports.importUpload,
      Awaited<ReturnType<typeof readImportFile>>
    >({
      authorizeUpload: ({ who, params: { kind } }) =>
        void kindFor(partsFor(who), kind, imports.importUpload),
      beforeTransaction: ({ who, params: { kind }, body, request }) => {
        const order = {
          owner: [`user:${who.userId}`],
          maxQueued: maxFilesOfUser,
          isGone: request.isGone,
        }
        return readImportFile(body.content, kind, { order, log })
      },
      run: (call, table) => {
        const { who, params, query, body } = call
        const kind = kindFor(partsFor(who), params.kind, imports.importUpload)
        const sha256 = hash('sha256', body.content)
        const file = { fileName: query.name, sha256, table }
        return draftImport(call, kind, senderOf(who, params.kind), file)
      },
    }),
    importGet: ({ db, who, params: { kind, id } }) => {
      kindFor(partsFor(who), kind, imports.importGet)
      return readImport(db, senderOf(who, kind), id)
    },
    importRowList: async ({ db, who, params: { kind, id }, query }) => {
      kindFor(partsFor(who), kind, imports.importRowList)
      await readImport(db, senderOf(who, kind), id)
      return listImportRows(db, id, query)
    },
    importCommit: async (call) => {
      const { db, who, params, body } = call
      const sender = senderOf(who, params.kind)
      const kind = kindFor(partsFor(who), params.kind, imports.importCommit)
      const committed = await commitImport(call, kind, sender, { ...body, id: params.id })
      // Invitations are counted after the rows are written, because a refused commit sends no invitation. Exceeding
      // the limit rolls the commit back.
      if (params.kind === 'users' && !isAdministrator(who)) {
        const invited = await countInvited(db, params.id)
        if (invited > 0) await rateLimiter.consumeForInviter(who.userId, invited)
      }
      return committed
    },
    importUndo: (call) => {
      const { who, params } = call
      const kind = kindFor(partsFor(who), params.kind, imports.importUndo)
      return undoImport(call, kind, senderOf(who, params.kind), params.id)
    },
  }
}

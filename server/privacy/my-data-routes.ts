import type { Bytes } from '../../contract/endpoint.ts'
import { fileRowsMax, type myData, shownRowsMax } from '../../contract/my-data.ts'
import type { Handlers } from '../pipeline/handler.ts'
import type { Principal } from '../pipeline/principal.ts'
import type { Db } from '../database/database.ts'
import { fileNameOf } from '../exports/file-name.ts'
import type { Clock } from '../shared/clock.ts'
import { listOwnRequests } from './data-request-queries.ts'
import { asCsvFile, asJsonFile } from './my-data-file.ts'
import { findEmail, readSections } from './my-data-queries.ts'

/**
 * Handlers with which users, including administrators, read only their own data. The user is taken only from the token.
 */
export function myDataRoutes({ clock }: { clock: Clock }): Handlers<typeof myData> {
  const readAll = async (db: Db, { userId }: Principal, take: number) =>
    readSections(db, { id: userId, email: await findEmail(db, userId) }, take)
  return {
    async myDataGet({ db, who }) {
      const sections = await readAll(db, who, shownRowsMax)
      return { sections, requests: await listOwnRequests(db, who.userId, shownRowsMax) }
    },

    async myDataFile({ db, who, body: { format }, audit, setHeader }) {
      const now = clock.now()
      const sections = await readAll(db, who, fileRowsMax)
      const file = format === 'json' ? asJsonFile(sections, now) : asCsvFile(sections)
      audit({ target: `user:${who.userId}`, after: { format } })
      const name = fileNameOf('Meus dados', now, file.extension)
      setHeader('content-disposition', `attachment; filename="${name}"`)
      const bytes: Bytes = { content: file.content, type: file.type }
      return bytes
    },
  }
}

import { pino } from 'pino'
import { loadAuditKey } from '../../server/audit/sealing/audit-key.ts'
import { runSealer } from '../../server/audit/sealing/sealer.ts'
import { openDatabase } from '../../server/database/database.ts'
import { Keyring } from '../../server/secrets/keyring.ts'
import { secretsKey } from './test-environment.ts'

// Seals audit events until a test kills the process: node seal-forever.ts DATABASE_URL
const [, , url = ''] = process.argv
const { db } = openDatabase(url, { max: 1, onError: (error) => console.error(error.message) })
const signer = await loadAuditKey(db, new Keyring([secretsKey]), 'https://acesso.example')
await runSealer(
  { db, signer, log: pino({ level: 'error' }), sealed: () => undefined },
  new AbortController().signal,
)

import { createTransport } from 'nodemailer'
import { pino } from 'pino'
import type { Config } from '../../config.ts'
import { openDatabase } from '../../database/database.ts'
import { reasonOf } from '../../database/database-unavailable.ts'
import { onOneConnection } from '../../database/one-connection.ts'
import { IdentityProviders } from '../../federation/identity-providers.ts'
import { ProviderConnections } from '../../federation/provider-connections.ts'
import { Keyring } from '../../secrets/keyring.ts'
import { listSigningKeys, type SigningKeyState } from '../../sessions/signing-key-rotation.ts'
import { systemClock } from '../../shared/clock.ts'
import { findUsedKeys } from '../backup/encrypted-values.ts'
import {
  type Check,
  failure,
  type Finding,
  good,
  needsSchema,
  skipped,
  warning,
} from './doctor-check.ts'

/** Maximum time of a step in milliseconds; less than that of a check. */
const timeout = 8000
const dayLength = 86_400_000
/** Age in days from which a signing key should be rotated. */
const oldKey = 365
/** Days after which an announced key was probably forgotten. */
const forgottenKey = 7

/** Checks of other services, and of the keys. Without `url`, those that need the database are left out. */
export function serviceChecks(config: Config, url: string | undefined): Check[] {
  const checks: Check[] = [
    {
      name: 'mail',
      run: () => checkMail(config),
      advice: 'Correct SMTP_URL, or ask the operator of the mail server.',
    },
    {
      name: 'SMS',
      run: () => checkSms(config),
      advice: 'Correct SMS_GATEWAY_URL, or ask the operator of the gateway.',
    },
    {
      name: 'traces',
      run: () => checkTraces(config),
      advice:
        'Correct OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_EXPORTER_OTLP_HEADERS, or ask the operator of the collector. Requests are served without it.',
    },
  ]
  if (url === undefined) return checks
  return [
    ...checks,
    {
      name: 'providers',
      run: () => checkProviders(config, url),
      advice: 'Correct FEDERATION_ISSUER, or ask the operator of the identity provider.',
      needs: needsSchema,
    },
    {
      name: 'keys',
      run: () => checkKeys(config, url),
      advice: 'Start the server once: the first start creates the keys.',
      needs: needsSchema,
    },
  ]
}

/** Connects, starts TLS and authenticates as for a delivery, but sends no mail. */
async function checkMail({ smtpUrl }: Config): Promise<Finding> {
  if (smtpUrl === undefined)
    return warning('no mail is sent (SMTP_URL)', 'Set SMTP_URL: codes and invitations are mailed.')
  const { host } = new URL(smtpUrl)
  const mailer = createTransport({
    url: smtpUrl,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
  })
  try {
    await mailer.verify()
    return good(`${host} accepts connection and sign-in`)
  } finally {
    mailer.close()
  }
}

/** Any response shows that the gateway is reachable. Only a message would show whether it accepts the token. */
async function checkSms({ smsGateway }: Config): Promise<Finding> {
  if (!smsGateway) return skipped('no gateway is set (SMS_GATEWAY_URL)')
  const { host } = new URL(smsGateway.url)
  const response = await fetch(smsGateway.url, {
    method: 'HEAD',
    headers: { authorization: `Bearer ${smsGateway.token}` },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeout),
  }).catch((error: unknown) => {
    // The address may contain a secret, so only the cause is shown.
    throw new Error(
      `${host} is not reachable: ${reasonOf(error instanceof Error ? (error.cause ?? error) : error)}`,
    )
  })
  const found = `${host} responds with ${response.status} to HEAD`
  if (response.status === 401 || response.status === 403)
    return warning(found, 'It may refuse SMS_GATEWAY_TOKEN.')
  return response.status >= 500 ? warning(found, 'Ask the operator of the gateway.') : good(found)
}

/** Sends an empty delivery, with the same headers and certificates as the server. */
async function checkTraces({ tracing }: Config): Promise<Finding> {
  if (!tracing) return skipped('tracing is not enabled (OTEL_EXPORTER_OTLP_ENDPOINT)')
  const { host } = new URL(tracing.url)
  const { tryDelivery } = await import('../tracing.ts')
  await tryDelivery(tracing, timeout / 2).catch((error: unknown) => {
    throw new Error(`${host} does not accept traces: ${reasonOf(error)}`)
  })
  return good(`${host} accepts traces`)
}

async function checkProviders(config: Config, url: string): Promise<Finding> {
  const keyring = new Keyring(config.secretsKeys)
  const providers = new IdentityProviders(config, keyring)
  const connections = new ProviderConnections(systemClock, pino({ level: 'silent' }))
  const pool = openDatabase(url, { max: 1, onError: () => undefined })
  try {
    const rows = await pool.db
      .selectFrom('identity_providers')
      .select('id')
      .where('active', '=', true)
      .execute()
    const ids = [...(config.federation ? [null] : []), ...rows.map(({ id }) => id)]
    if (ids.length === 0) return skipped('no identity provider is set')
    const results = await Promise.all(
      ids.map(async (id) => {
        const provider = await providers.byId(pool.db, id)
        if (!provider) return undefined
        return connections.to(provider).then(
          () => undefined,
          (error: unknown) =>
            `${provider.issuer}: ${reasonOf(error instanceof Error ? (error.cause ?? error) : error)}`,
        )
      }),
    )
    const failed = results.filter((result) => result !== undefined)
    if (failed.length > 0)
      return failure(
        failed.join('; '),
        'People of this provider cannot sign in: correct the issuer, or ask its operator.',
      )
    return good(`providers that announce themselves: ${ids.length}`)
  } finally {
    await pool.close()
  }
}

/** Checks that the configured keys include those of all stored secrets, which of them are old, and the signing keys. */
async function checkKeys({ secretsKeys }: Config, url: string): Promise<Finding> {
  const pool = openDatabase(url, { max: 1, onError: () => undefined })
  try {
    const configured = secretsKeys.map(({ id }) => id)
    const keys = await onOneConnection(url, (client) => findUsedKeys(client, secretsKeys))
    const used = keys.map(({ id }) => id).toSorted()
    const missing = used.filter((id) => !configured.includes(id))
    if (missing.length > 0)
      return failure(
        `SECRETS_KEYS lacks the keys ${missing.join(', ')}, with which stored secrets were encrypted`,
        'Add these keys after the current one; without them the server does not start, or modules cannot exchange codes.',
      )
    const signing = describeSigningKeys(await listSigningKeys(pool.db))
    if (signing.status === 'failure') return signing
    const found = `keys of SECRETS_KEYS: ${configured.join(', ')}; ${signing.found}`
    const old = used.filter((id) => id !== configured[0])
    if (old.length > 0)
      return warning(
        `${found}; stored secrets are encrypted with ${old.join(', ')}`,
        'If every process has the first key first, run npm run keys -- reencrypt (docs/operating.md, "Rotating keys").',
      )
    return { ...signing, found }
  } finally {
    await pool.close()
  }
}

function describeSigningKeys(keys: readonly SigningKeyState[]): Finding {
  const active = keys.find(({ state }) => state === 'active')
  if (!active)
    return failure('there is no active signing key', 'Start the server once: it creates one.')
  const announced = keys.find(({ state }) => state === 'announced')
  const retired = keys.filter(({ state }) => state === 'retired').length
  const age = daysSince(active.activatedAt ?? active.createdAt)
  const found = [
    `signing key: ${age} days old`,
    ...(announced ? [`announced: ${daysSince(announced.createdAt)} days ago`] : []),
    ...(retired > 0 ? [`retired: ${retired}`] : []),
  ].join('; ')
  if (announced && daysSince(announced.createdAt) > forgottenKey)
    return warning(found, 'Finish the rotation: npm run keys -- activate.')
  return age > oldKey
    ? warning(found, 'Rotate the signing key (docs/operating.md, "Rotating keys").')
    : good(found)
}

const daysSince = (time: Date): number => Math.floor((Date.now() - time.getTime()) / dayLength)

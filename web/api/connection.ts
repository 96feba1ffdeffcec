import { onlineManager } from '@tanstack/react-query'

/** Answers without a session and without the database. */
const probed = '/api/health/live'
const probeTimeout = 5000
/** Milliseconds before each probe while there is no connection; the last one repeats. */
const probeDelays = [2000, 4000, 8000, 15_000, 30_000]

/** Message of a call that did not reach the server. Nothing is lost: screens keep what was typed. */
export const offlineMessage = 'Sem conexão. Tente de novo quando ela voltar.'

let probing: Promise<boolean> | undefined

/**
 * Whether a failed request did not reach the server, because there is no connection. A blocked or interrupted request
 * fails in the same way, so the server is probed first. Reports a lost connection to all screens.
 */
export async function lostConnection(cause: unknown): Promise<boolean> {
  const failed =
    cause instanceof TypeError || (cause instanceof DOMException && cause.name === 'TimeoutError')
  if (!failed || (navigator.onLine && (await isReachable()))) return false
  onlineManager.setOnline(false)
  return true
}

/** Reports that the server has responded. */
export const reportConnection = (): void => onlineManager.setOnline(true)

/** Probes the server while the connection is lost. Failed queries are read again as soon as it is back. */
export function watchConnection(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const probeAfter = ([delay = 0, ...later]: readonly number[]) => {
    const probeNow = async () => {
      if (await isReachable()) reportConnection()
      else if (!onlineManager.isOnline()) probeAfter(later.length > 0 ? later : [delay])
    }
    timer = setTimeout(() => void probeNow(), delay)
  }
  onlineManager.subscribe((online) => {
    clearTimeout(timer)
    if (!online) probeAfter(probeDelays)
  })
}

/** Any response counts, because only a server or its proxy can send one. */
async function isReachable(): Promise<boolean> {
  probing ??= probe()
  const reachable = await probing
  probing = undefined
  return reachable
}

async function probe(): Promise<boolean> {
  try {
    await fetch(probed, { cache: 'no-store', signal: AbortSignal.timeout(probeTimeout) })
    return true
  } catch {
    return false
  }
}

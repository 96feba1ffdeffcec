import { useEffect, useState } from 'react'
import { useOffline } from '../ui/use-offline.ts'
import { connectionWasLost } from './missing-parts.ts'
import { NewerVersion } from './newer-version.tsx'
import { OfflineScreen } from './offline-screen.tsx'

const reload = () => window.location.reload()

/**
 * Shown in place of a screen whose chunk could not be loaded: without a connection, or because the portal was updated.
 * Browsers remember the failure, so a chunk that was missing without a connection needs a new document.
 */
export function MissingPart() {
  const offline = useOffline()
  const [lost] = useState(connectionWasLost)
  useEffect(() => {
    if (lost && !offline) reload()
  }, [lost, offline])
  if (offline) return <OfflineScreen onReturn={reload} />
  return lost ? null : <NewerVersion />
}

import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react'
import { lostConnection, offlineMessage } from '../api/connection.ts'
import { notify } from '../ui/notify.ts'
import { openConfirmation, type OpenConfirmation } from './confirm-identity-request.ts'

const loadModal = () => import('./confirm-identity-modal.tsx')
const firstActs = ['pointerdown', 'keydown'] as const
/** A failure is reported when the modal is needed. */
const preload = () => void loadModal().catch(() => undefined)

/**
 * Shows the confirmation modal inside the frame; cancels it on sign-out. The modal is loaded when the user
 * first does something, so that it can open without a connection. If it cannot be loaded, the write is cancelled, and
 * the screen keeps what was typed.
 */
export function ConfirmIdentityHost({ signedIn }: { signedIn: boolean }) {
  const confirmation = useSyncExternalStore(openConfirmation.subscribe, openConfirmation.get)
  const [ConfirmIdentity, setConfirmIdentity] =
    useState<ComponentType<{ confirmation: OpenConfirmation }>>()
  useEffect(() => {
    if (!signedIn) confirmation?.cancel()
  }, [signedIn, confirmation])
  useEffect(() => {
    const options = { once: true, passive: true, capture: true }
    for (const event of firstActs) addEventListener(event, preload, options)
    return () => {
      for (const event of firstActs) removeEventListener(event, preload, options)
    }
  }, [])
  useEffect(() => {
    if (!confirmation || ConfirmIdentity) return
    const load = async () => {
      try {
        const { default: loaded } = await loadModal()
        setConfirmIdentity(() => loaded)
      } catch (cause) {
        console.error(cause)
        confirmation.cancel()
        notify.error((await lostConnection(cause)) ? offlineMessage : missingModal)
      }
    }
    void load()
  }, [confirmation, ConfirmIdentity])
  return confirmation && ConfirmIdentity && <ConfirmIdentity confirmation={confirmation} />
}

const missingModal =
  'Não foi possível abrir. Recarregue a página: pode haver uma versão mais nova do portal.'

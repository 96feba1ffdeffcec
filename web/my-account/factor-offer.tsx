import { Button } from '@mantine/core'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { signInAgainHere } from '../session-state/sign-in-again.ts'
import { dangerOutlined } from '../ui/danger.ts'
import { Dialog } from '../ui/dialog.tsx'
import { useReturnFocus } from '../ui/use-return-focus.ts'
import { openFactorOffer } from './account-refusal.ts'
import { useLostFactors } from './use-lost-factors.ts'

const close = () => openFactorOffer.set(null)

/**
 * Shown when a write of the own account was refused because the session used no own factor: offers to sign in again and
 * return to this screen, and to remove the factors if they are lost (decision 96).
 */
export function FactorOffer() {
  const opened = useSyncExternalStore(openFactorOffer.subscribe, openFactorOffer.get) !== null
  useEffect(() => close, [])
  const lost = useLostFactors({ enabled: opened })
  return opened ? <OfferDialog onLost={lost.start} /> : null
}

function OfferDialog({ onLost }: { onLost: (() => void) | undefined }) {
  useReturnFocus()
  const [leaving, setLeaving] = useState(false)
  const leave = () => {
    setLeaving(true)
    void signInAgainHere()
  }
  return (
    <Dialog opened onClose={close} size="sm" title="Entre novamente">
      <p>
        A sua conta tem chave de acesso ou aplicativo autenticador. Para fazer isto, entre com um
        deles ou com um código de recuperação. Depois de entrar, você volta para esta tela.
      </p>
      <p>Se você tem uma chave de acesso, também pode tentar de novo e confirmar com ela.</p>
      <Button fullWidth data-autofocus loading={leaving} onClick={leave}>
        Entrar novamente
      </Button>
      {onLost && (
        <Button
          fullWidth
          mt="sm"
          variant="default"
          className={dangerOutlined}
          onClick={() => {
            close()
            onLost()
          }}
        >
          Perdi o acesso a eles
        </Button>
      )}
    </Dialog>
  )
}

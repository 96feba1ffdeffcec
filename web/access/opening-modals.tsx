import { BlockedWindowModal } from './blocked-window-modal.tsx'
import { SignInAgain } from './sign-in-again.tsx'
import { SpidModal } from './spid-modal.tsx'
import type { useOpenModule } from './use-open-module.ts'

/** Modals of opening a module: the choice of a SPID, a blocked window, or a required sign-in. */
export function OpeningModals({ opening }: { opening: ReturnType<typeof useOpenModule> }) {
  const { asking, blocked, refused } = opening
  return (
    <>
      {asking && (
        <SpidModal
          spids={asking.spids}
          last={opening.lastSpid(asking.destination)}
          onChoose={(spid) => void opening.openWith(asking.destination, spid)}
          onClose={opening.dismiss}
        />
      )}
      {refused && <SignInAgain {...refused} onClose={opening.dismiss} />}
      {blocked && <BlockedWindowModal {...blocked} onClose={opening.dismiss} />}
    </>
  )
}

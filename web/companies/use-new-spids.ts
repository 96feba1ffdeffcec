import { useState } from 'react'

/** SPIDs that were just added to a company. */
export interface NewSpids {
  spids: readonly string[]
  add: (spids: readonly string[]) => void
  /** Removes the marks. */
  clear: () => void
}

/** Keeps the SPIDs that the last save has added to this company, while its page is open. */
export function useNewSpids(companyId: number): NewSpids {
  const [added, setAdded] = useState<{ companyId: number; spids: readonly string[] }>()
  return {
    spids: added?.companyId === companyId ? added.spids : [],
    add: (spids) => setAdded({ companyId, spids }),
    clear: () => setAdded(undefined),
  }
}

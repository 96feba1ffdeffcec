import { useEffect } from 'react'
import { call } from '../api/api-client.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { storage } from '../storage.ts'
import { notify } from '../ui/notify.ts'

/** Tells when the person was last here, once after each sign-in (portal.md §4). */
export function useLastAccess(token: string, enabled: boolean): void {
  useEffect(() => {
    if (!enabled || storage.get('login') === null) return
    storage.remove('login')
    void tellLastAccess(token)
  }, [token, enabled])
}

async function tellLastAccess(token: string): Promise<void> {
  try {
    const { formatedDate } = await call('userVerifyLastAccess', { token, body: { token } })
    if (formatedDate !== null) notify.info(formatedDate)
  } catch (error) {
    // Without the date the access page works all the same, so this failure is not told.
    if (!(error instanceof ApiProblem)) throw error
  }
}

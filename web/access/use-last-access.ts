import { useEffect } from 'react'
import { call } from '../api/api-client.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { storage } from '../storage.ts'
import { notify } from '../ui/notify.ts'

/** Shows the time of the last access, once after each sign-in (portal.md §4). */
export function useLastAccess(token: string, enabled: boolean): void {
  useEffect(() => {
    if (!enabled || storage.get('login') === null) return
    storage.remove('login')
    void showLastAccess(token)
  }, [token, enabled])
}

async function showLastAccess(token: string): Promise<void> {
  try {
    const { formatedDate } = await call('userVerifyLastAccess', { token, body: { token } })
    if (formatedDate !== null) notify.info(formatedDate)
  } catch (error) {
    // The access page works without the date, so this failure is not shown.
    if (!(error instanceof ApiProblem)) throw error
  }
}

import { useEffect, useState } from 'react'
import { call } from '../api/api-client.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { storage } from '../storage.ts'

/** Returns the sentence about the last access, once after each sign-in (portal.md §4); otherwise null. */
export function useLastAccess(token: string, enabled: boolean): string | null {
  const [sentence, setSentence] = useState<string | null>(null)
  useEffect(() => {
    if (!enabled || storage.get('login') === null) return
    storage.remove('login')
    void readLastAccess(token).then(setSentence)
  }, [token, enabled])
  return sentence
}

async function readLastAccess(token: string): Promise<string | null> {
  try {
    const { formatedDate } = await call('userVerifyLastAccess', { token, body: { token } })
    return formatedDate
  } catch (error) {
    // The access page works without the date, so this failure is not shown.
    if (!(error instanceof ApiProblem)) throw error
    return null
  }
}

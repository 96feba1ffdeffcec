import { useEffect } from 'react'
import { notify } from './notify.ts'

/** Removes the toast of the last write once `replaced` is true, because the screen itself shows what it says. */
export function useReplacedToast(replaced: boolean): void {
  useEffect(() => {
    if (replaced) notify.clear()
  }, [replaced])
}

import { useCallback, useState } from 'react'

/** Whether the content of a box overflows. Updates when the box or its children change size. */
export function useOverflow() {
  const [overflows, setOverflows] = useState(false)
  const box = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const observer = new ResizeObserver(() =>
      setOverflows(element.scrollHeight > element.clientHeight),
    )
    for (const each of [element, ...element.children]) observer.observe(each)
    return () => observer.disconnect()
  }, [])
  return { box, overflows }
}

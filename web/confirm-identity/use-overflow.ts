import { useCallback, useState } from 'react'

/** Whether a box shows less than it holds, for the box and its only child as they change in size. */
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

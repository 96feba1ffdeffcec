import { useNotifications, Notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { toastTimeout } from './notify.ts'

/** What a person may want to press next: a page's head, a list's search, a form's foot, and a dialog's buttons. */
const primary =
  'main :is(header, footer) :is(a, button), main search, [role="dialog"] :is(a, button)'
/** Pixels between a toast and what it makes room for. */
const distance = 8

/**
 * The messages in the top right corner (portal.md §9), each below the buttons that it would lie over: they stay to be
 * pressed while it is read.
 */
export function Toasts() {
  const anyShown = useNotifications().notifications.length > 0
  useEffect(() => {
    if (!anyShown) return undefined
    let frame = requestAnimationFrame(function place() {
      moveBelow()
      frame = requestAnimationFrame(place)
    })
    return () => cancelAnimationFrame(frame)
  }, [anyShown])
  return (
    <Notifications
      position="top-right"
      autoClose={toastTimeout}
      transitionDuration={300}
      pauseResetOnHover="notification"
      containerWidth={380}
    />
  )
}

/** Looked at anew in each frame, since the screen below changes while a message is read. */
function moveBelow(): void {
  const stack = document.querySelector<HTMLElement>(
    '.mantine-Notifications-root[data-position="top-right"]',
  )
  if (!stack) return
  const { left, right, height } = stack.getBoundingClientRect()
  const first = Number.parseFloat(getComputedStyle(stack).getPropertyValue('--toasts-start'))
  const buttons = [...document.querySelectorAll(primary)]
    .map((button) => button.getBoundingClientRect())
    .filter((button) => button.width > 0 && button.right > left && button.left < right)
    .toSorted((one, other) => one.top - other.top)
  let top = first
  for (const button of buttons)
    if (button.top < top + height + distance && button.bottom + distance > top)
      top = button.bottom + distance
  // Where there is no room below, it comes down to what is there: nothing is told outside the window.
  const last = Math.max(first, window.innerHeight - height - distance)
  stack.style.setProperty('--toasts-top', `${Math.min(top, last)}px`)
}

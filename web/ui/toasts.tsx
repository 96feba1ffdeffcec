import { useNotifications, Notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { toastTimeout } from './notify.ts'

/** Controls that a toast must not cover: page header, list search, form footer and dialog buttons. */
const controls =
  'main :is(header, footer) :is(a, button), main search, [role="dialog"] :is(a, button)'
/** Pixels between a toast and the control above it. */
const gap = 8

/**
 * Toasts in the top right corner (portal.md §9), placed below the controls that they would cover, so that these stay
 * clickable.
 */
export function Toasts() {
  const anyShown = useNotifications().notifications.length > 0
  useEffect(() => {
    if (!anyShown) return undefined
    let frame = requestAnimationFrame(function place() {
      moveBelowControls()
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

/** Runs in each frame, as the screen below may change while a toast is shown. */
function moveBelowControls(): void {
  const stack = document.querySelector<HTMLElement>(
    '.mantine-Notifications-root[data-position="top-right"]',
  )
  if (!stack) return
  const { left, right, height } = stack.getBoundingClientRect()
  const first = Number.parseFloat(getComputedStyle(stack).getPropertyValue('--toasts-start'))
  const buttons = [...document.querySelectorAll(controls)]
    .map((button) => button.getBoundingClientRect())
    .filter((button) => button.width > 0 && button.right > left && button.left < right)
    .toSorted((one, other) => one.top - other.top)
  let top = first
  for (const button of buttons)
    if (button.top < top + height + gap && button.bottom + gap > top) top = button.bottom + gap
  // If there is no room below the controls, keep the toast inside the window.
  const last = Math.max(first, window.innerHeight - height - gap)
  stack.style.setProperty('--toasts-top', `${Math.min(top, last)}px`)
}

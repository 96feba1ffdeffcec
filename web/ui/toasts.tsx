import { Notifications } from '@mantine/notifications'
import { toastTimeout } from './notify.ts'
import { motionTime } from './theme.ts'

/** Toasts in the top right corner (portal.md §9); `theme.css` places them below the header. */
export function Toasts() {
  return (
    <Notifications
      position="top-right"
      autoClose={toastTimeout}
      transitionDuration={motionTime}
      pauseResetOnHover="notification"
      containerWidth={380}
    />
  )
}

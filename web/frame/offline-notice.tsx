import { IconCloudOff } from '@tabler/icons-react'
import { useState } from 'react'
import motion from '../ui/motion.module.css'
import { offlineSentence, useOffline } from '../ui/use-offline.ts'
import classes from './offline-notice.module.css'
import { visuallyHidden } from '../ui/visually-hidden.ts'

/**
 * Says that there is no connection, over the content, which it does not move. The element is always there, so that
 * screen readers announce both changes.
 */
export function OfflineNotice() {
  const offline = useOffline()
  const [wasOffline, setWasOffline] = useState(false)
  if (offline && !wasOffline) setWasOffline(true)
  return (
    <output aria-label="Conexão" className={classes['place']}>
      {offline && (
        <span className={`${classes['notice']} ${motion['appear']}`}>
          <IconCloudOff size={16} stroke={1.8} aria-hidden="true" />
          {offlineSentence}
        </span>
      )}
      {!offline && wasOffline && <span className={visuallyHidden}>A conexão voltou.</span>}
    </output>
  )
}

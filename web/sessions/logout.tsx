import { Loader } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { toSignIn } from '../paths.ts'
import { signOut } from '../session-state/sign-out.ts'
import classes from './logout.module.css'

/**
 * Signs out when it opens, then goes to the identity provider's logout address, which redirects back, or to the sign-in
 * page (portal.md §4).
 */
export default function Logout() {
  const navigate = useNavigate()
  useEffect(() => {
    void signOut().then((provider) => {
      if (provider !== undefined && /^https?:/.test(provider)) return location.replace(provider)
      return navigate({ ...toSignIn(), replace: true })
    })
  }, [navigate])
  return (
    <div className={classes['leaving']}>
      <Loader size="sm" />
      <h1>Saindo…</h1>
    </div>
  )
}

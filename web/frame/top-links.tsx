import { Link } from '@tanstack/react-router'
import { toAccessPage, toSignIn, toSignOut } from '../paths.ts'

/** The top links of whoever is signed in (portal.md §2). */
export function SignedInLinks() {
  return (
    <>
      <Link {...toAccessPage()}>ACESSE AS EMPRESAS</Link>
      <Link {...toSignOut()}>SAIR</Link>
    </>
  )
}

/** The top link of everybody else. */
export function SignInLink() {
  return <Link {...toSignIn()}>ACESSE SUA CONTA</Link>
}

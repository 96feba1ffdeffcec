import { Link } from '@tanstack/react-router'
import { toAccessPage, toSignIn, toSignOut } from '../paths.ts'

/** Top links of a signed-in user (portal.md §2). */
export function SignedInLinks() {
  return (
    <>
      <Link {...toAccessPage()}>ACESSE AS EMPRESAS</Link>
      <Link {...toSignOut()}>SAIR</Link>
    </>
  )
}

/** Top link of a signed-out user. */
export function SignInLink() {
  return <Link {...toSignIn()}>ACESSE SUA CONTA</Link>
}

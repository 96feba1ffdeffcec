import { Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { toSignIn } from '../paths.ts'
import { FrameHeader } from './frame-header.tsx'
import { FrameShell, mainId } from './frame-shell.tsx'
import { HelpLink } from './help-link.tsx'
import { markSignInShown } from './sign-in-shown.ts'
import { SignInLink } from './top-links.tsx'
import { useArrival } from './use-arrival.ts'

const nothing = () => undefined

/** Frame of the sign-in before the whole portal is loaded: without the parts for signed-in users. */
export function EntryFrame() {
  useArrival(mainId, ['Acesse sua conta'], nothing)
  useEffect(markSignInShown, [])
  return (
    <FrameShell
      header={
        <FrameHeader
          home={toSignIn()}
          help={<HelpLink page="/ajuda/primeiro-acesso" />}
          links={<SignInLink />}
        />
      }
    >
      <Outlet />
    </FrameShell>
  )
}

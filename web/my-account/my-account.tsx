import { useRef, type ReactElement } from 'react'
import { Page } from '../ui/page.tsx'
import { PasskeySection } from './passkey-section.tsx'

/** How the user signs in and confirms their identity (decision 93). */
export default function MyAccount(): ReactElement {
  const title = useRef<HTMLHeadingElement>(null)
  return (
    <Page
      width="narrow"
      title="Minha conta"
      titleRef={title}
      lead="Como você entra no portal e confirma que é você."
    >
      <PasskeySection onFocusLost={() => title.current?.focus()} />
    </Page>
  )
}

import { useRef, type ReactElement } from 'react'
import { Page } from '../ui/page.tsx'
import { AppSection } from './app-section.tsx'
import { EmailSection } from './email-section.tsx'
import { FactorOffer } from './factor-offer.tsx'
import { PasskeySection } from './passkey-section.tsx'
import { LostSection } from './lost-section.tsx'
import { PendingSection } from './pending-section.tsx'
import { RecoverySection } from './recovery-section.tsx'

/** How the user signs in and confirms their identity (decision 93). */
export default function MyAccount(): ReactElement {
  const title = useRef<HTMLHeadingElement>(null)
  const focusTitle = () => title.current?.focus()
  return (
    <Page
      width="narrow"
      title="Minha conta"
      titleRef={title}
      lead="Como você entra no portal e confirma que é você."
    >
      <EmailSection onFocusLost={focusTitle} />
      <PendingSection onFocusLost={focusTitle} />
      <PasskeySection onFocusLost={focusTitle} />
      <AppSection onFocusLost={focusTitle} />
      <RecoverySection onFocusLost={focusTitle} />
      <LostSection onFocusLost={focusTitle} />
      <FactorOffer />
    </Page>
  )
}

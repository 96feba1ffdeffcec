import { lazy, Suspense, type ComponentProps } from 'react'

const SignInAgainModal = lazy(async () => ({
  default: (await import('./sign-in-again-modal.tsx')).SignInAgainModal,
}))

/** `SignInAgainModal`, loaded when it opens, because most modules require nothing (decision 37). */
export function SignInAgain(props: ComponentProps<typeof SignInAgainModal>) {
  return (
    <Suspense>
      <SignInAgainModal {...props} />
    </Suspense>
  )
}

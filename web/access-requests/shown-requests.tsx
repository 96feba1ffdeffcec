import { lazy, Suspense, type ComponentProps } from 'react'

const OwnRequests = lazy(async () => ({
  default: (await import('./own-requests.tsx')).OwnRequests,
}))

/** `OwnRequests`, loaded only if there are requests, because most visits have none (decision 37). */
export function ShownRequests(props: ComponentProps<typeof OwnRequests>) {
  if (props.requests.length === 0) return null
  return (
    <Suspense>
      <OwnRequests {...props} />
    </Suspense>
  )
}

import { getRouteApi } from '@tanstack/react-router'
const route = getRouteApi('/auth')
export default function Auth() {
  const { code } = route.useSearch()
  return <p>{code}</p>
}

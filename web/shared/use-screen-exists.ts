import { useRouter } from '@tanstack/react-router'

/** Whether the route table has this address, so that nothing links to a screen that isn't there. */
export function useScreenExists(path: string): boolean {
  return Object.hasOwn(useRouter().routesByPath, path)
}

import { useNavigate, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/**
 * Whether the person comes straight from the sign-in. That counts once: the history forgets it, so that a reload or the
 * way back opens nothing unasked (decision 24).
 */
export function useJustSignedIn(): boolean {
  const told = useLocation({ select: ({ state }) => state.justSignedIn === true })
  const [justSignedIn] = useState(told)
  const navigate = useNavigate({ from: '/access-page' })
  useEffect(() => {
    if (told)
      void navigate({
        search: true,
        state: (state) => ({ ...state, justSignedIn: undefined }),
        replace: true,
      })
  }, [told, navigate])
  return justSignedIn
}

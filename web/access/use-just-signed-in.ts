import { useNavigate, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/**
 * Whether the user comes directly from the sign-in. The flag is removed from the history state after the first read, so
 * that a reload or the back button opens nothing (decision 24).
 */
export function useJustSignedIn(): boolean {
  const inHistory = useLocation({ select: ({ state }) => state.justSignedIn === true })
  const [justSignedIn] = useState(inHistory)
  const navigate = useNavigate({ from: '/access-page' })
  useEffect(() => {
    if (inHistory)
      void navigate({
        search: true,
        state: (state) => ({ ...state, justSignedIn: undefined }),
        replace: true,
      })
  }, [inHistory, navigate])
  return justSignedIn
}

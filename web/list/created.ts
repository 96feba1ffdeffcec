import { useLocation } from '@tanstack/react-router'

/** What a form created, for the list that opens next. */
export interface NewRows {
  /** Ids of the rows. */
  ids: readonly number[]
  /** Name shown above the list. */
  name: string
  /** E-mail of a user, whose id the response of the creation does not contain. */
  email?: string
  /** Company and module of a loose plan, for the links to its form and to its users. */
  companyId?: number
  moduleId?: number
  /** Nothing is left to do, so the list offers no next step. */
  complete?: true
}

/** `NewRows` in the history state, with the page load that created them, because browsers keep the state over a reload. */
export interface CreatedInState extends NewRows {
  /** The specified sentence of the form's toast. */
  saved: string
  /** `performance.timeOrigin` of the page. */
  loadedAt: number
}

/** Returns `NewRows` for one record that has a name. */
export const newRow = ({ id, name }: { id: number; name: string }): NewRows => ({ ids: [id], name })

/** Returns the history state with which a list opens after a creation (decision 80). */
export const createdState = (rows: NewRows, saved: string): { created: CreatedInState } => ({
  created: { ...rows, saved, loadedAt: performance.timeOrigin },
})

/** Returns the rows that were created just before the list opened; undefined otherwise, also after a reload. */
export function useCreated(): CreatedInState | undefined {
  const created = useLocation({ select: ({ state }) => state.created })
  return created?.loadedAt === performance.timeOrigin ? created : undefined
}

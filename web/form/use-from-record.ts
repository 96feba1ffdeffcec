import { useLocation } from '@tanstack/react-router'

/** Whether the form was opened from the record's facts, to which saving and cancelling then lead (decision 70). */
export const useFromRecord = (): boolean =>
  useLocation({ select: ({ state }) => state.fromRecord === true })

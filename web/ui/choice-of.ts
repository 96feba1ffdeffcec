/** A record as a select takes it. */
export const choiceOf = ({ id, name }: { id: number; name: string }) => ({
  value: String(id),
  label: name,
})

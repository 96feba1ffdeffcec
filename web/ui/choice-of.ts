/** Select option of a record. */
export const choiceOf = ({ id, name }: { id: number; name: string }) => ({
  value: String(id),
  label: name,
})

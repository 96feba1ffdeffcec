/** Select option of a record. */
export const toOption = ({ id, name }: { id: number; name: string }) => ({
  value: String(id),
  label: name,
})

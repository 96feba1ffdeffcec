const inUtc = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'UTC',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** An instant on the screens of plans, which show theirs in UTC: dd/MM/yyyy HH:mm:ss (console.md §9). */
export function formatPlanInstant(instant: string): string {
  return inUtc.format(new Date(instant)).replace(',', '')
}

/** When a plan, or its link to a module, was created. */
export const planCreatedColumn = {
  header: 'Data de criação',
  sort: 'created_at',
  kind: 'date',
  cell: ({ created_at }: { created_at: string }) => formatPlanInstant(created_at),
} as const

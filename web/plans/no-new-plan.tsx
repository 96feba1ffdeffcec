import { FormPage } from '../ui/form-page.tsx'
import { useBackToList } from '../list/use-back-to-list.ts'

interface NoNewPlanProps {
  title: string
  list: Parameters<typeof useBackToList>[0]
}

/** Notice that replaces the form of a new plan for read-only users (decision 26). */
export function NoNewPlan({ title, list }: NoNewPlanProps) {
  const onCancel = useBackToList(list)
  return (
    <FormPage
      title={title}
      loading={false}
      saving={false}
      unsaved={false}
      corrections={0}
      conflict={null}
      onCancel={onCancel}
    >
      <p data-wide>Somente administradores cadastram planos.</p>
    </FormPage>
  )
}

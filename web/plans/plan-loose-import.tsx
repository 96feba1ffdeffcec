import { ImportPage } from '../imports/import-page.tsx'
import { toLoosePlanList } from '../paths.ts'

/** Import of loose plans from one file (decision 27). */
export default function PlanLooseImport() {
  return <ImportPage kind="loose-plans" list={toLoosePlanList()} />
}

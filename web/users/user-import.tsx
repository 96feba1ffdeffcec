import { ImportPage } from '../imports/import-page.tsx'
import { toUserList } from '../paths.ts'

/** Import of users with their profiles from one file (decision 32). */
export default function UserImport() {
  return <ImportPage kind="users" list={toUserList()} />
}

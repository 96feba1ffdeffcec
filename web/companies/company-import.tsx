import { ImportPage } from '../imports/import-page.tsx'
import { toCompanyList } from '../paths.ts'

/** Import of companies with their SPIDs from one file (decision 27). */
export default function CompanyImport() {
  return <ImportPage kind="companies" list={toCompanyList()} />
}

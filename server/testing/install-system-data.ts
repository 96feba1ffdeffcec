import { consoleModuleId } from '../../contract/constants.ts'
import { setModuleUrl } from '../../database/system/module-url.ts'
import { ensureSystemData } from '../../database/system/system-data.ts'
import { onOneConnection } from '../database/one-connection.ts'

/** What every start of the product makes, and where the console is. */
export async function installSystemData(ownerUrl: string, consoleUrl: string): Promise<void> {
  await onOneConnection(ownerUrl, async (client) => {
    await ensureSystemData(client)
    await setModuleUrl(client, consoleModuleId, consoleUrl)
  })
}

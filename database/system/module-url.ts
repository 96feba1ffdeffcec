import type pg from 'pg'

/**
 * Sets the address of a module, stored with the protocol apart and no slash at the end. Writes only where it differs,
 * since every write to a module makes all processes forget the grants they remember (decision 2).
 */
export async function setModuleUrl(
  client: pg.ClientBase,
  moduleId: number,
  address: string,
): Promise<void> {
  const { protocol, host, pathname } = new URL(address)
  await client.query(
    `update modules set protocol = $2, url = $3
     where id = $1 and (protocol, url) is distinct from ($2, $3)`,
    [moduleId, `${protocol}//`, `${host}${pathname}`.replace(/\/+$/, '')],
  )
}

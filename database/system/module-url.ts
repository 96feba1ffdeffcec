import type pg from 'pg'

/**
 * Tells a module its address, kept as the console keeps it: protocol apart, no slash at the end. Writes only a change,
 * since every write of a module makes all processes forget the grants they remember.
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

import type pg from 'pg'

/**
 * Sets the URL of a module: protocol and address in separate columns, without a trailing slash. Does not write an
 * unchanged URL, because every write to a module invalidates the cached grants in all processes (decision 2).
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

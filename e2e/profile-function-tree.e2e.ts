/** The tree of functions of a profile where it is large. */
import { expect, test } from './console.ts'
import type { Portaria } from './portaria.ts'

/** A profile of a module with this many functions, each with one action. */
async function addLargeModule({ sql, world }: Portaria, functions: number) {
  const module = await world.module()
  await sql.query(
    `with f as (insert into functions (module_id, name, url)
       select $1, 'Função ' || lpad(n::text, 4, '0'), '/f/' || n from generate_series(1, $2::int) n returning id)
     insert into actions (function_id, name, path) select id, 'Criar', 'criar' from f`,
    [module.id, functions],
  )
  return world.profile(module.id)
}

test('the page is as high as its content with 1,100 boxes', async ({ page, portaria, enter }) => {
  const { id } = await addLargeModule(portaria, 550)
  await enter(`/profile-edit-function?id=${id}`)
  await expect(page.getByText('0 de 550 funções e 0 de 550 ações marcadas')).toBeVisible()
  const [document, content] = await page.evaluate(() => [
    globalThis.document.documentElement.scrollHeight,
    Math.ceil(globalThis.document.getElementById('root')?.getBoundingClientRect().height ?? 0),
  ])
  expect(document).toBe(content)
})

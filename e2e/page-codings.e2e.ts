/** The files of the web in the codings that they were built in (server/operating/built-files.ts). */
import { expect, test } from './fixtures.ts'

for (const coding of ['br', 'zstd', 'gzip'])
  test(`scripts and style sheets come in ${coding} to whoever takes it, and say what they are`, async ({
    request,
  }) => {
    const page = await (await request.get('/auth')).text()
    const files = [...page.matchAll(/"(\/assets\/[^"]+\.(js|css))"/g)]
    const kinds = files.map(([, , kind]) => kind)
    expect(kinds).toContain('js')
    expect(kinds).toContain('css')
    for (const [, path = '', kind] of files) {
      const plain = await request.get(path, { headers: { 'accept-encoding': 'identity' } })
      const coded = await request.get(path, { headers: { 'accept-encoding': coding } })
      for (const { vary, 'cache-control': kept, 'content-type': type } of [
        plain.headers(),
        coded.headers(),
      ]) {
        expect(vary).toBe('accept-encoding')
        expect(kept).toBe('public, max-age=31536000, immutable')
        expect(type).toBe(`text/${kind === 'js' ? 'javascript' : 'css'}; charset=utf-8`)
      }
      expect(plain.headers()['content-encoding']).toBeUndefined()
      const long = Number(plain.headers()['content-length']) >= 1024
      expect(coded.headers()['content-encoding']).toBe(long ? coding : undefined)
      if (coding !== 'zstd') expect(await coded.text()).toBe(await plain.text())
    }
  })

test('a coding is no address of its own', async ({ request }) => {
  const page = await (await request.get('/auth')).text()
  const [, path = ''] = /"(\/assets\/[^"]+\.js)"/.exec(page) ?? []
  expect((await request.get(`${path}.br`)).status()).toBe(404)
})

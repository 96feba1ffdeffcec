/** The files of the web in the codings that they were built in (server/operating/built-files.ts). */
import { expect, test } from './fixtures.ts'

for (const coding of ['br', 'zstd', 'gzip'])
  test(`scripts and style sheets that take more than a packet come in ${coding} to whoever takes it`, async ({
    request,
  }) => {
    const page = await (await request.get('/auth')).text()
    const files = [...page.matchAll(/"(\/assets\/[^"]+\.(js|css))"/g)]
    const coded = { js: 0, css: 0 }
    for (const [, path = '', kind] of files) {
      const plain = await request.get(path, { headers: { 'accept-encoding': 'identity' } })
      const answer = await request.get(path, { headers: { 'accept-encoding': coding } })
      const said = answer.headers()['content-encoding']
      expect(said).toBe((await plain.body()).length < 1024 ? undefined : coding)
      if (said) coded[kind === 'js' ? 'js' : 'css'] += 1
      // Playwright's own requests don't read zstd.
      if (said !== 'zstd') expect(await answer.text()).toBe(await plain.text())
    }
    expect(coded.js * coded.css).toBeGreaterThan(0)
  })

import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { administratorOf } from '../testing/console-client.ts'
import { ImportDesk } from '../testing/import-desk.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
let desk: ImportDesk
beforeAll(async () => {
  app = await createTestApp()
  desk = new ImportDesk(await administratorOf(app), 'users')
})
afterAll(() => app.close())

test('10,000', { timeout: 600_000 }, async () => {
  const modules = [await app.build.module({ secret: false }), await app.build.module({ secret: false })]
  const documents: string[] = []
  for (let c = 0; c < 100; c++) {
    const company = await app.build.company()
    for (const m of modules) for (let i = 0; i < 2; i++) await app.build.plan({ companyId: company.id, moduleId: m.id, seats: 99 })
    const { document } = await app.db.selectFrom('companies').select('document').where('id', '=', company.id).executeTakeFirstOrThrow()
    documents.push(document)
  }
  const profiles = await Promise.all(modules.map((m) => app.build.profile({ moduleId: m.id })))
  const file = ['Nome;E-mail;Telefone;CNPJ;Perfil', ...Array.from({ length: 10_000 }, (_, i) => `Ana Souza;p${i}@x.example;+55 11 98765-4321;${documents[i % 100]};${profiles[i % 2]}`), ''].join('\n')
  let t = performance.now()
  const sent = await desk.send(file)
  console.log('draft', performance.now() - t, sent.status, sent.text.slice(0, 600))
  console.log(JSON.stringify((await desk.rows(sent.data)).slice(0, 2)))
  t = performance.now()
  const done = await desk.commit(sent.data)
  console.log('commit', performance.now() - t, done.status, done.text.slice(0, 300))
  const { rows } = await sql`select (select count(*) from users) users, (select count(*) from user_profiles) ups, (select count(*) from outbox where bulk) mails`.execute(app.db)
  console.log(rows)
  t = performance.now()
  const again = await desk.send(file)
  console.log('again', performance.now() - t, again.text.slice(0, 400))
  t = performance.now()
  const undone = await desk.undo(done.data)
  console.log('undo', performance.now() - t, undone.text.slice(0, 300))
  expect(undone.status).toBe(200)
})

import { expect, test } from 'vitest'
import { statementSpan } from './statement-span.ts'

test.each([
  ['select "id" from "users" where id = $1', 'SELECT users'],
  ['select exists (select "id" from "passkeys") as has from "users"', 'SELECT users'],
  ['select (select count(*) from (select 1 from plans) as p) from profiles', 'SELECT profiles'],
  ['select id from (select id from companies) as found', 'SELECT companies'],
  ['select id from unnest($1::integer[]) as listed', 'SELECT'],
  ['with a as (select 1 from users) insert into "sessions" values ($1)', 'INSERT users'],
  ['begin', 'BEGIN'],
])('%s is named %s', (sql, name) => {
  expect(statementSpan(sql, undefined).name).toBe(name)
})

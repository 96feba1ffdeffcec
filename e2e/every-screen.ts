/** Every screen of the router with real records, for tests that open all of them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { helpPages } from '../contract/help-pages.ts'
import { sealText } from '../server/outbox/message-seal.ts'
import { expect } from './console.ts'
import type { Portaria } from './portaria.ts'

const folder = join(import.meta.dirname, '../web/routes')
/** Paths of all screens of the router. */
export const paths = readdirSync(folder)
  .filter((file) => file.endsWith('-screens.ts'))
  .flatMap((file) =>
    Array.from(
      readFileSync(join(folder, file), 'utf8').matchAll(/ screen\('(?<path>[^']+)'/g),
      ({ groups }) => groups?.['path'] ?? '',
    ),
  )

/** Query string of a screen, and a text that appears once the screen is complete. */
export type Visit = [search: string, text: string]

/** Returns one visit per screen; a screen without one fails the test below. */
export async function visits({ world, sql, keyring }: Portaria): Promise<Record<string, Visit>> {
  const module = await world.module()
  await world.build.moduleSecret(module.id, 1)
  await world.build.moduleSecret(module.id, 2)
  const company = await world.build.company({ spids: ['7101', '7102'] })
  const plan = await world.build.plan({ companyId: company.id, moduleId: module.id })
  const url = '/acordos'
  const name = world.unique('Função')
  const held = await world.function(module.id, { name, url }, ['Aprovar', 'Criar'])
  const profile = await world.profile(module.id, {}, [held])
  const action = await sql.query<{ id: number }>(
    `select id from actions where function_id = $1 and name = 'Aprovar'`,
    [held.id],
  )
  const message = crypto.randomUUID()
  const { ciphertext, keyId } = sealText(keyring, message, { text: 'x' })
  await sql.query(
    `insert into outbox (id, channel, recipient, subject, sealed_text, key_id, attempts, last_error, next_attempt_at)
     values ($1, 'email', 'parada@tela.example', 'Senha', $2, $3, 4, 'Recusada.', now() + interval '1 hour')`,
    [message, ciphertext, keyId],
  )
  await sql.query(
    `insert into rate_limits (key, points, expire)
     values ('failures:password:network:192.0.2.9', 1000, extract(epoch from now()) * 1000 + 3600000)`,
  )
  const companies = [company]
  const person = await world.visitor({ moduleId: module.id, profileId: profile.id, companies })
  const token = await world.build.apiToken({ userId: person.id, companyId: company.id })
  const service = module.service.id
  const loosePlan = await sql.query<{ id: number }>(
    'insert into loose_plans (company_id, module_id, seat_limit) values ($1, $2, 9) returning id',
    [company.id, module.id],
  )
  await world.event({
    target: `service:${service}`,
    before: { name: 'Voz' },
    after: { name: 'Dados' },
  })
  const request = await sql.query<{ id: number }>(
    `insert into data_requests (user_id, field, wanted, created_at, due_at)
     values ($1, 'name', 'Ana Maria', now(), now() + interval '15 days') returning id`,
    [person.id],
  )
  const asker = await world.visitor({ companies })
  const asked = await sql.query<{ id: number }>(
    `insert into access_requests (requester_id, company_id, module_id, reason, created_at, expires_at)
     values ($1, $2, $3, 'Para o projeto', now(), now() + interval '7 days') returning id`,
    [asker.id, company.id, module.id],
  )
  const deleted = await world.person({ deleted: true })
  const rule = await world.build.separationRule({
    profiles: [profile.id, await world.build.profile({ moduleId: module.id })],
  })
  const review = await sql.query<{ id: number }>(
    `with review as (insert into access_reviews (name, reviewers, begin_at, started_at, deadline, created_by)
       values ('Revisão da amostra', 'masters', now(), now(), now() + interval '9 days', $1) returning id)
     insert into access_review_items (review_id, assignment_id, user_id, profile_id, company_id)
     select review.id, up.id, up.user_id, up.profile_id, up.company_id from user_profiles up cross join review
     where up.profile_id = $2 returning review_id as id`,
    [person.id, profile.id],
  )
  const ofPlan = `planId=${plan}`
  return {
    '/auth': ['', 'Acesse sua conta'],
    '/logout': ['', 'Saindo…'],
    '/access-page': ['', 'Gestão de Acesso'],
    '/reset_password': ['', 'Recuperação'],
    '/email-change': ['mailbox=old', 'Alteração de e-mail'],
    '/not-me': ['', 'Não foi você?'],
    '/unallowed': ['', 'NÃO AUTORIZADO'],
    '/ajuda': ['', 'Palavras do portal'],
    ...Object.fromEntries(
      Object.entries(helpPages).map(([path, title]): [string, Visit] => [path, ['', title]]),
    ),
    '/home': ['', 'Olá'],
    '/status': ['', 'Válida até'],
    '/sessions': ['', 'Sua conta não está aberta'],
    '/company-list': [`search=${company.name}`, company.name],
    '/company-form': [`id=${company.id}`, company.name],
    '/operator-create': ['', 'Gestão de Acesso'],
    '/company-import': ['', 'Escolher arquivo'],
    '/plan-loose-import': ['', 'Escolher arquivo'],
    '/user-import': ['', 'Escolher arquivo'],
    '/service-list': [`search=${module.service.name}`, module.service.name],
    '/service-form': [`id=${service}`, module.service.name],
    '/module-list': [`serviceId=${service}`, module.name],
    '/module-create': [`serviceId=${service}`, module.service.name],
    '/module-edit': [`id=${module.id}&serviceId=${service}`, module.name],
    '/secret-management': [`moduleId=${module.id}&serviceId=${service}`, module.name],
    '/function-list': [`search=${held.name}`, held.name],
    '/function-create': ['', 'Módulo'],
    '/function-edit': [`id=${held.id}`, held.name],
    '/action-list': [`functionId=${held.id}`, 'Aprovar'],
    '/action-form': [`actionId=${action.rows[0]?.id}&functionId=${held.id}`, 'Aprovar'],
    '/profile-list': [`search=${profile.name}`, profile.name],
    '/profile-create': ['', 'Módulo'],
    '/profile-edit': [`id=${profile.id}`, profile.name],
    '/profile-edit-function': [`id=${profile.id}`, held.name],
    '/user-edit-profile': [`id=${person.id}`, profile.name],
    '/plan-list': ['', 'Planos'],
    '/plan-form': [`id=${plan}&tab=companies`, company.name],
    '/plan-module-manager': [ofPlan, company.name],
    '/plan-module-manager-form': [`${ofPlan}&moduleId=${module.id}`, module.name],
    '/plan-company-manager': [ofPlan, company.name],
    '/plan-loose': [`search=${module.name}`, module.name],
    '/plan-loose-form': [`id=${loosePlan.rows[0]?.id}&moduleId=${module.id}`, module.name],
    '/user-list': [`email=${person.email}`, person.name],
    '/user-create': ['', 'Telefone'],
    '/user-edit': [`id=${person.id}`, person.name],
    '/token-management': [`id=${person.id}`, token.token.slice(0, 13)],
    '/user-seats': [`companyId=${company.id}`, module.name],
    '/master-delegation': ['', 'Usuários delegados'],
    '/separation-rule-list': [`search=${encodeURIComponent(profile.name)}`, profile.name],
    '/separation-rule-form': [`id=${rule}&tab=summary`, profile.name],
    '/company-invitations': ['', 'Nenhum convite para responder.'],
    '/message-list': ['', 'parada@tela.example'],
    '/network-list': ['', '192.0.2.9'],
    '/audit-list': [`record=service:${service}`, 'Atualização de serviço'],
    '/my-data': ['', 'Cadastro'],
    '/my-account': ['', 'Você ainda não tem chaves de acesso.'],
    '/request-list': [`search=${encodeURIComponent(asker.name)}`, asker.name],
    '/request-form': [`id=${asked.rows[0]?.id}`, 'Para o projeto'],
    '/data-request-list': [`search=${person.email}`, person.name],
    '/data-request-form': [`id=${request.rows[0]?.id}`, 'Ana Maria'],
    '/review-list': ['search=amostra', 'Revisão da amostra'],
    '/review-create': ['', 'Quem decide'],
    '/review-form': [`id=${review.rows[0]?.id}`, person.name],
    '/erasure-list': [`search=${deleted.email}`, deleted.name],
    '/erasure-form': [`id=${deleted.id}`, 'O que é apagado'],
  }
}

/** Returns the visible text of the page and the values of its fields. */
const readText = (page: Page) =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll('input, textarea')]
    const values = fields.map((field) => 'value' in field && String(field.value))
    return [document.querySelector('main')?.innerText, ...values].join('\n')
  })

/** Waits until the screen shows `text` and nothing is loading. */
export async function waitUntilLoaded(page: Page, text: string): Promise<void> {
  await expect.poll(() => readText(page)).toContain(text)
  await expect(page.locator('[aria-busy="true"], .mantine-Skeleton-root')).toHaveCount(0)
}

/** Deletes the rows of `visits` that lists of the whole installation would show to other tests. */
export async function removeVisits({ sql }: Portaria): Promise<void> {
  await sql.query(`delete from outbox where recipient = 'parada@tela.example'`)
  await sql.query(`delete from rate_limits where key = 'failures:password:network:192.0.2.9'`)
}

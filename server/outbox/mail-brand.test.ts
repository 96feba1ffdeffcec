import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Mailbox } from '../../test/testing/mailbox.ts'
import { production } from '../../test/testing/production-environment.ts'
import { readConfig } from '../config.ts'
import { oneTimePasswordMessage } from './message-templates.ts'
import { makeTransports } from './transports.ts'

const mailbox = new Mailbox()
let smtp: string
let folder: string
beforeAll(async () => {
  smtp = await mailbox.open()
  folder = mkdtempSync(join(tmpdir(), 'portaria-brand-'))
})
afterAll(async () => {
  await mailbox.close()
  rmSync(folder, { recursive: true })
})

/** Sends a code with these variables and returns the mail, with quoted-printable decoded. */
async function sent(env: Record<string, string>): Promise<string> {
  const { email } = makeTransports(readConfig({ ...production, SMTP_URL: smtp, ...env }))
  await email(oneTimePasswordMessage('email', 'ana@x.example', 'Ana', '271828'))
  const mail = mailbox.received.at(-1) ?? ''
  const bytes = mail
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

test('a mail has the appearance of the product by default', async () => {
  const mail = await sent({})
  expect(mail).toContain('271828')
  expect(mail).toContain('solid #0f6a72')
  expect(mail).toContain('content="light dark"')
  expect(mail).not.toContain('Precisa de ajuda?')
  expect(mail).not.toContain('multipart/related')
})

test('a mail has name, colour, logo and help contact of another brand', async () => {
  const logo = join(folder, 'logo.png')
  writeFileSync(logo, Buffer.from('89504e470d0a1a0a00', 'hex'))
  const mail = await sent({
    BRAND_NAME: 'Conexão <Sul> & Norte',
    BRAND_ACCENT: '#6D28D9',
    BRAND_LOGO: logo,
    HELP_CONTACT: 'ajuda@conexao.example',
  })
  expect(mail).toContain('solid #6d28d9')
  expect(mail).not.toContain('#0f6a72')
  expect(mail).toContain('· Conexão &#60;Sul&#62; &#38; Norte')
  expect(mail).toContain('src="cid:brand-logo"')
  expect(mail).toMatch(/Content-ID: <brand-logo>/)
  expect(mail).toContain('<a href="mailto:ajuda@conexao.example">')
  // In the plain text, association and help contact are below the signature.
  expect(mail).toMatch(
    /Gestão de Acesso\r?\nConexão <Sul> & Norte\r?\nPrecisa de ajuda\? ajuda@conexao\.example/,
  )
  expect(mail).not.toMatch(/https?:\/\//)
})

test('an SVG logo is not attached, because mail programs do not show it', async () => {
  const logo = join(folder, 'logo.svg')
  writeFileSync(logo, '<svg xmlns="http://www.w3.org/2000/svg"/>')
  expect(await sent({ BRAND_LOGO: logo })).not.toContain('brand-logo')
})

import { expect, test } from 'vitest'
import { consoleModuleId } from '../contract/constants.ts'
import { Mailbox } from '../test/testing/mailbox.ts'
import { readMessages } from '../test/testing/read-messages.ts'
import { createTestApp } from '../test/testing/test-app.ts'
import { basic } from '../test/testing/test-client.ts'

const firstAdministrator = {
  email: 'primeira@associacao.example',
  name: 'Primeira Pessoa',
  association: 'Associação',
  cnpj: '98301745000195',
}

test('an installation without users creates its first administrator once', async () => {
  const mailbox = new Mailbox()
  // The texts of messages that are not sent stay in the outbox, where the test reads them.
  mailbox.refusals = Infinity
  const smtpUrl = await mailbox.open()
  const app = await createTestApp({ config: { firstAdministrator, smtpUrl } })
  try {
    await app.beside()
    const mails = await readMessages(app.outbox, { to: firstAdministrator.email })
    expect(mails).toHaveLength(1)
    const temporary = mails[0]?.text.split('\n\n')[2] ?? ''
    const started = await app.client.call('authLocal', {
      headers: basic(firstAdministrator.email, temporary),
    })
    expect(started.data.ChallengeName).toBe('NEW_PASSWORD_REQUIRED')
    const newPassword = 'Bom-Dia-Vizinho-1987?'
    await app.client.call('userSetPassword', {
      body: {
        session: started.data.Session,
        email: firstAdministrator.email,
        oldPassword: temporary,
        newPassword,
        secretQuestion: { user: firstAdministrator.email, question: 1, response: 'escola' },
      },
    })
    const who = await app.trips.signIn(firstAdministrator.email, newPassword)
    const { companies } = (
      await app.client.call('userInitialPermissions', { ...who, body: { access_token: who.token } })
    ).data
    expect(companies.map(({ name }) => name)).toEqual(['Associação'])
    const { id: companyId } = companies[0] ?? { id: 0 }
    const inside = await app.trips.arrive(who, { module: await app.build.console(), companyId })
    expect(inside.decodedToken.module_id).toBe(consoleModuleId)
    expect(inside.decodedToken.profiles.map(({ id }) => id)).toEqual([1])
  } finally {
    await app.close()
    await mailbox.close()
  }
})

test('without mail the first administrator is not created yet, because the password could not be sent', async () => {
  const app = await createTestApp({ config: { firstAdministrator, smtpUrl: undefined } })
  try {
    expect(await app.db.selectFrom('users').select('id').execute()).toEqual([])
  } finally {
    await app.close()
  }
})

import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../testing/accessibility.ts'
import { disconnect, refuse } from '../testing/fake-api.ts'
import { company } from '../testing/fake-companies.ts'
import { user, userHandlers, type FakeUser } from '../testing/fake-users.ts'
import { follow, openPortal } from '../testing/portal.tsx'
import {
  alert,
  choose,
  confirmIdentity,
  expectCrumbs,
  expectGone,
  expectPath,
  expectTexts,
  expectVisible,
  field,
  heading,
  place,
  proofDialog,
  save,
  toast,
} from '../testing/screen.ts'
import { administrator } from '../testing/signed-in.ts'

const created = 'Usuário cadastrado com sucesso!'
const failure =
  'Erro ao cadastrar usuário! Caso tenha utilizado um email com cadastro, tente novamente com outro email.'
const bound = page.getByRole('combobox', { name: 'Empresa de vínculo' })
const next = page.getByRole('region', { name: 'Próximo passo' })
const alfa = company({ id: 21, name: 'Operadora Alfa' })
const beta = company({ id: 22, name: 'Operadora Beta' })

/** Opens a path. The fake server adds invited users to `stored`, and the bodies of the invitations to `sent`. */
function open(path = '/user-create', userData = administrator) {
  const stored: FakeUser[] = []
  const sent: object[] = []
  const fake = openPortal(
    path,
    {
      ...userHandlers(stored, [alfa, beta]),
      userCreate({ body }) {
        sent.push(body)
        stored.push(user({ name: body.name, email: body.email.toLowerCase() }))
        return {}
      },
    },
    userData,
  )
  return { fake, stored, sent }
}

/** Fills in the required fields, and selects `companies`. */
async function fillIn(email: string, ...companies: string[]): Promise<void> {
  await field('Nome').fill("Iracema d'Ávila")
  await field('E-mail').fill(email)
  await field('Telefone').fill('5541987650001')
  for (const name of companies) {
    await choose('Empresas', name)
    await userEvent.keyboard('{Escape}')
  }
}

test('a user is invited, bound to one of the selected companies, and the list offers to give a profile', async () => {
  const { sent } = open('/user-list')
  await page.getByRole('link', { name: 'Novo usuário' }).click()
  await expectVisible(heading('Cadastro de usuário'))
  await expectCrumbs(['Usuários', 'Novo usuário'])
  await expect.element(field('Nome')).toHaveFocus()
  await expect.element(field('Nome')).toHaveAttribute('maxlength', '200')
  await expect.element(field('Código')).toHaveAttribute('maxlength', '30')
  await fillIn('IRACEMA@nova.example', alfa.name, beta.name)
  await field('Telefone').fill('')
  await userEvent.type(field('Telefone'), '+55 (41) 98765-0001')
  await expect.element(field('Telefone')).toHaveValue('5541987650001')
  await expectVisible(page.getByText('+', { exact: true }))
  await field('Código').fill('OP77')
  await bound.click()
  await expectTexts(page.getByRole('option'), ['Nenhuma', alfa.name, beta.name])
  await page.getByRole('option', { name: beta.name }).click()
  await save()
  await expect.element(proofDialog).toHaveTextContent('Cadastrar o usuário')
  await confirmIdentity()
  await expectVisible(toast(created))
  await expectPath('/user-list')
  expect(sent).toEqual([
    {
      name: "Iracema d'Ávila",
      email: expect.stringMatching(/^iracema@nova\.example$/i),
      phone_number: '5541987650001',
      code: 'OP77',
      company_id: [alfa.id, beta.id],
      accredit_id: beta.id,
      profiles: [],
    },
  ])
  await expect.element(next).toHaveTextContent(`${created} Agora dê um perfil a Iracema d'Ávila`)
  await expectGone(toast(created))
  await expectAccessible()
  await next.getByRole('button', { name: 'Agora não' }).click()
  await expectGone(next)
})

test('a user receives a profile with the invitation, with one identity confirmation', async () => {
  const { fake, sent } = open()
  const service = { id: 5, name: 'Portnumber' }
  const profile = (id: number, name: string, module: number) => ({
    id,
    name,
    master_profile: false,
    assignment_days_max: null,
    module: { id: module, name: `Módulo ${module}`, is_enable_spid: true, Service: service },
    company_id: [alfa.id],
  })
  fake.use({
    userProfileOffersNew: ({ body: { company_id } }) => ({
      companies: company_id.includes(alfa.id)
        ? [{ ...alfa, spids: [{ spid: '7101', description: 'Fixo' }] }]
        : [],
      profiles: [profile(31, 'Analista', 7), profile(32, 'Leitor', 8)],
      seats: [
        { company_id: alfa.id, module_id: 7, limit: 3, used: 1, free: 2 },
        { company_id: alfa.id, module_id: 8, limit: 1, used: 1, free: 0 },
      ],
    }),
  })
  const profiles = page.getByRole('combobox', { name: 'Perfis' })
  await expectVisible(heading('Cadastro de usuário'))
  await expectGone(profiles)
  await fillIn('iracema@nova.example', alfa.name)
  await profiles.fill('7101')
  const options = page.getByRole('option')
  await expect.element(options.nth(0)).toHaveTextContent(/Analista.*7101.*2 licenças livres/)
  await expect.element(options.nth(1)).toHaveTextContent(/Leitor.*7101.*nenhuma licença livre/)
  await expect.element(options.nth(1)).toHaveAttribute('aria-disabled', 'true')
  await options.nth(0).click()
  // The list of options closes, so that it does not cover the button below. The field keeps the focus, and typing opens
  // the list again.
  await expectGone(options)
  await expect.element(profiles).toHaveFocus()
  await profiles.fill('7101')
  await expectVisible(options.nth(1))
  await userEvent.keyboard('{Escape}')
  await expectGone(options)
  await profiles.fill('')
  await userEvent.keyboard('{Escape}')
  await expectAccessible()
  await save()
  await expect.element(proofDialog).toHaveTextContent('+1 perfil')
  await expect.element(proofDialog).toHaveTextContent('Analista - Portnumber - Módulo 7: 7101')
  await confirmIdentity()
  await expectVisible(toast(created))
  expect(sent).toMatchObject([
    { profiles: [{ profile_id: 31, company_id: alfa.id, spid: '7101' }] },
  ])
  await expectPath('/user-list')
  await expectGone(next)
})

test('the profiles of a company that is deselected are not sent', async () => {
  const { fake, sent } = open()
  fake.use({
    userProfileOffersNew: ({ body: { company_id } }) => ({
      companies: [alfa, beta]
        .filter(({ id }) => company_id.includes(id))
        .map((each) => ({ ...each, spids: [] })),
      profiles: [
        {
          id: 31,
          name: 'Analista',
          master_profile: false,
          assignment_days_max: null,
          module: {
            id: 7,
            name: 'Disputas',
            is_enable_spid: false,
            Service: { id: 5, name: 'Portnumber' },
          },
          company_id: [alfa.id, beta.id],
        },
      ],
      seats: [alfa, beta].map(({ id }) => ({
        company_id: id,
        module_id: 7,
        limit: 3,
        used: 0,
        free: 3,
      })),
    }),
  })
  await fillIn('iracema@nova.example', alfa.name, beta.name)
  const profiles = page.getByRole('combobox', { name: 'Perfis' })
  await profiles.fill(beta.name)
  await page.getByRole('option').click()
  await userEvent.keyboard('{Escape}')
  // Selecting a company again deselects it.
  await choose('Empresas', beta.name)
  await userEvent.keyboard('{Escape}')
  await save()
  await confirmIdentity()
  await expectVisible(toast(created))
  expect(sent).toMatchObject([{ company_id: [alfa.id], profiles: [] }])
})

test('the next user is invited from an empty form, and the back button leads to that form', async () => {
  const { fake, stored } = open()
  await fillIn('primeira@nova.example', alfa.name)
  await save()
  await confirmIdentity()
  await next.getByRole('button', { name: 'Agora não' }).click()
  await expectGone(next)
  history.back()
  await expectVisible(heading('Cadastro de usuário'))
  for (const label of ['Nome', 'E-mail', 'Telefone'])
    await expect.element(field(label)).toHaveValue('')
  await fillIn('segunda@nova.example', alfa.name)
  await save()
  await confirmIdentity()
  fake.use({ userProfileGet: disconnect, userProfileOffers: disconnect })
  await next.getByRole('link', { name: 'Dar perfil' }).click()
  await expectPath('/user-edit-profile')
  expect(place()).toEqual({ id: String(stored[1]?.id) })
})

test('requires its fields, and refuses invalid values and focuses the field', async () => {
  open()
  await save()
  for (const [label, sentence] of [
    ['Nome', 'Preencha o campo nome!'],
    ['E-mail', 'Preencha o campo e-mail!'],
    ['Telefone', 'Preencha o campo telefone!'],
  ] as const)
    await expect.element(field(label)).toHaveAccessibleDescription(new RegExp(sentence))
  await expectVisible(page.getByText('Selecione pelo menos uma empresa!'))
  await expect.element(field('Nome')).toHaveFocus()
  for (const [label, typed, sentence] of [
    ['Nome', 'Iracema', 'Preencha o campo nome completo!'],
    ['E-mail', 'iracema@operadora', 'Preencha o campo e-mail com um e-mail válido!'],
    ['Telefone', '554198765', 'Preencha o campo telefone com um telefone válido!'],
    ['Telefone', '554198765432109876543', 'Preencha o campo telefone com um telefone válido!'],
    ['Código', 'OP-77', 'Preencha o campo code apenas com caracteres alfanumericos!'],
  ] as const) {
    await fillIn('iracema@operadora.example')
    await field(label).fill(typed)
    await expect.element(field(label)).not.toHaveAccessibleDescription(new RegExp(sentence))
    await save()
    await expect.element(field(label)).toHaveAccessibleDescription(new RegExp(sentence))
    await expect.element(field(label)).toHaveFocus()
  }
})

test('an existing e-mail is shown at its field, and any failure with the same message', async () => {
  const { fake } = open()
  await fillIn('iracema@operadora.example', alfa.name)
  fake.use({ userCreate: () => refuse('user-email-in-use') })
  await save()
  await confirmIdentity()
  await expectVisible(toast(failure))
  await expect.element(field('E-mail')).toHaveAccessibleDescription(new RegExp(failure))
  await expect.element(field('Nome')).toHaveValue("Iracema d'Ávila")
  fake.use({ userCreate: disconnect })
  await field('E-mail').fill('outra@operadora.example')
  await expect.element(field('E-mail')).not.toHaveAccessibleDescription(new RegExp(failure))
  await save()
  await confirmIdentity()
  await expectVisible(alert(failure).last())
  await expectPath('/user-create')
})

test('redirects to the list if the companies cannot be read', async () => {
  const { fake } = open('/user-list')
  fake.use({ companyList: disconnect })
  await follow('/user-create')
  await expectVisible(toast('Erro inesperado!'))
  await expectPath('/user-list')
})

test('a user who is not an administrator is offered only their own company', async () => {
  const { sent } = open('/user-create', { ...administrator, profiles: [] })
  const form = page.getByRole('form', { name: 'Cadastro de usuário' })
  await expectVisible(form.getByText('Alfa Telecom', { exact: true }).first())
  await expectGone(bound)
  await fillIn('iracema@nova.example')
  await save()
  await confirmIdentity()
  await expectVisible(toast(created))
  expect(sent).toMatchObject([{ company_id: [11] }])
})

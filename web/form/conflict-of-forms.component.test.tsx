/** Every save that another save can prevent shows who saved what, and keeps what was typed (decision 71). */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { api, type Operation } from '../../contract/api.ts'
import type { SeparationRule } from '../../contract/separation-rules.ts'
import { refuse, type Handlers } from '../testing/fake-api.ts'
import { catalogueHandlers, module, moduleFunction } from '../testing/fake-catalogue.ts'
import { company, companyHandlers } from '../testing/fake-companies.ts'
import { emptyPage } from '../testing/fake-list.ts'
import { loosePlan, plan, planHandlers, planModule } from '../testing/fake-plans.ts'
import { profile, profileHandlers } from '../testing/fake-profiles.ts'
import { savedByBia, savedTime } from '../testing/fake-saves.ts'
import { user, userHandlers } from '../testing/fake-users.ts'
import { openPortal } from '../testing/portal.tsx'
import {
  act,
  alert,
  answer,
  button,
  confirmIdentity,
  expectGone,
  expectVisible,
  field,
  focus,
  save,
  toast,
} from '../testing/screen.ts'

interface FormCase {
  operation: Operation
  /** Record in the audit log. */
  record: string
  path: string
  handlers: Handlers
  label: string
  /** Values of the field: as read, as typed, and as the other user saves it. */
  was: string
  mine: string
  hers: string
  /** Saves the value of the other user. */
  change: (value: string) => void
  /** Question before a save that needs no confirmation of identity. */
  question?: string
}

const changes = 'Deseja salvar as alterações?'
const names = { label: 'Nome', mine: 'Meu texto', hers: 'Texto da Bia' }
const seats = { label: 'Quantidade', was: '3', mine: '7', hers: '9' }

const alfa = company({ id: 21, name: 'Operadora Alfa' })
const beta = company({ id: 22, name: 'Operadora Beta' })
const bridges = module({ id: 31, name: 'Pontes' })

const forms: (() => FormCase)[] = [
  () => {
    const stored = user({ id: 71, name: 'Jussara Lima', companies: [alfa] })
    return {
      operation: 'userUpdate',
      record: 'user:71',
      path: '/user-edit?id=71',
      handlers: userHandlers([stored], [alfa]),
      ...names,
      was: 'Jussara Lima',
      change: (name) => void (stored.name = name),
    }
  },
  () => {
    const stored = company({ id: 23, name: 'Operadora Gama' })
    return {
      operation: 'companyUpdate',
      record: 'company:23',
      path: '/company-form?id=23',
      handlers: companyHandlers([stored]),
      ...names,
      was: 'Operadora Gama',
      change: (name) => void (stored.name = name),
    }
  },
  () => {
    const stored = module({ id: 32, name: 'Disputas' })
    return {
      operation: 'moduleUpdate',
      record: 'module:32',
      path: `/module-edit?id=32&serviceId=${stored.service_id}`,
      handlers: { ...catalogueHandlers({ modules: [stored] }), profileList: emptyPage },
      ...names,
      was: 'Disputas',
      change: (name) => void (stored.name = name),
      question: changes,
    }
  },
  () => {
    const stored = moduleFunction(bridges, { id: 41, name: 'Pedidos' })
    return {
      operation: 'functionUpdate',
      record: 'function:41',
      path: '/function-edit?id=41',
      handlers: catalogueHandlers({ modules: [bridges], functions: [stored] }),
      ...names,
      was: 'Pedidos',
      change: (name) => void (stored.name = name),
      question: changes,
    }
  },
  () => {
    const stored = moduleFunction(bridges, { id: 41, name: 'Pedidos', actions: ['Criar'] })
    const [action] = stored.actions
    return {
      operation: 'actionUpdate',
      record: `action:${action?.id}`,
      path: `/action-form?functionId=41&actionId=${action?.id}`,
      handlers: catalogueHandlers({ modules: [bridges], functions: [stored] }),
      ...names,
      was: 'Criar',
      change: (name) => void Object.assign(action ?? {}, { name }),
      question: changes,
    }
  },
  () => {
    const stored = profile(bridges, { id: 51, name: 'Operador' })
    return {
      operation: 'profileUpdate',
      record: 'profile:51',
      path: '/profile-edit?id=51',
      handlers: profileHandlers({ modules: [bridges], profiles: [stored] }),
      ...names,
      was: 'Operador',
      change: (name) => void (stored.name = name),
    }
  },
  () => {
    const stored = plan({ id: 51, name: 'Plano Ouro' })
    return {
      operation: 'planUpdate',
      record: 'plan:51',
      path: '/plan-form?id=51',
      handlers: planHandlers({ plans: [stored] }),
      ...names,
      was: 'Plano Ouro',
      change: (name) => void (stored.name = name),
    }
  },
  () => {
    const stored = planModule({ id: 61, limit: 3 })
    return {
      operation: 'planModuleUpdate',
      record: 'plan-module:61',
      path: '/plan-module-manager-form?planId=51&moduleId=31',
      handlers: planHandlers({ modules: [stored] }),
      ...seats,
      change: (value) => void (stored.limit = Number(value)),
    }
  },
  () => {
    const stored = loosePlan(3)
    return {
      operation: 'loosePlanUpdate',
      record: 'loose-plan:71',
      path: '/plan-loose-form?id=71&moduleId=31',
      handlers: planHandlers({ loose: [stored] }),
      ...seats,
      change: (value) => void (stored.planModule.limit = Number(value)),
    }
  },
  () => {
    const side = (id: number, name: string) => ({ id, name, module: bridges, active: true })
    const stored: SeparationRule = {
      id: 81,
      name: 'Pedir e aprovar',
      kind: 'profiles',
      first: side(51, 'Operador'),
      second: side(52, 'Gestor'),
      active: true,
      created_at: '2026-03-12T12:00:00.000Z',
      updated_at: '2026-03-12T12:00:00.000Z',
      version: 1,
    }
    return {
      operation: 'separationRuleUpdate',
      record: 'separation-rule:81',
      path: '/separation-rule-form?id=81',
      handlers: {
        separationRuleGet: () => ({ ...stored }),
        separationViolationList: emptyPage,
      },
      ...names,
      was: 'Pedir e aprovar',
      change: (name) => {
        stored.name = name
        stored.version = 2
      },
    }
  },
]

const panel = alert('Bia Reis salvou')

/** Expects this text in a field, which may be one for numbers. */
const expectValue = (label: string, value: string) =>
  expect.poll(() => (field(label).element() as HTMLInputElement).value).toBe(value)

test.each(forms.map((of) => ({ operation: of().operation, of })))(
  'a conflict of $operation says who changed what, and keeps what was typed',
  async ({ operation, of }) => {
    const { record, path, handlers, label, was, mine, hers, change, question } = of()
    const fake = openPortal(path, {
      ...handlers,
      seatsOfCompany: () => ({ company: alfa, modules: [] }),
      ...savedByBia(record),
    })
    await expectValue(label, was)
    fake.use({ [operation]: () => refuse('changed-meanwhile') })
    await field(label).fill(mine)
    change(hers)
    await save()
    if (question === undefined) await confirmIdentity()
    else await answer(question, true)
    await expect.element(panel).toHaveTextContent(`Bia Reis salvou às ${savedTime}:`)
    await expect.element(panel).toHaveTextContent(`${label}: ${was} → ${hers}`)
    await expect.element(panel).toHaveTextContent(`Você também mudou ${label}.`)
    await expectValue(label, mine)
    await button('Ficar com a dela').click()
    await expectValue(label, hers)
    await expectGone(panel)
  },
)

test('the cases above and the forms with tests of their own are all writes with a version', () => {
  const tested = [
    ...forms.map((of) => of().operation),
    'serviceUpdate',
    'companySignInPolicyUpdate',
    'accessRequestApprove',
    'accessRequestRefuse',
  ]
  const versioned = Object.entries(api).flatMap(([operation, { problems }]) =>
    problems.some((code) => code === 'changed-meanwhile') ? [operation] : [],
  )
  expect(tested.toSorted()).toEqual(versioned.toSorted())
})

test("the seats that 'Aumentar' has filled in are kept like typed ones", async () => {
  const stored = loosePlan(3)
  const fake = openPortal('/plan-loose-form?id=71&moduleId=31&add=5', {
    ...planHandlers({ loose: [stored] }),
    seatsOfCompany: () => ({ company: alfa, modules: [] }),
    ...savedByBia('loose-plan:71'),
  })
  await expect.element(field('Quantidade')).toHaveValue('8')
  fake.use({ loosePlanUpdate: () => refuse('changed-meanwhile') })
  stored.planModule.limit = 20
  await save()
  await confirmIdentity()
  await expect.element(panel).toHaveTextContent('Quantidade: 3 → 20')
  await expect.element(panel).toHaveTextContent('Você também mudou Quantidade.')
  await expect.element(field('Quantidade')).toHaveValue('8')
  await button('Ficar com a dela').click()
  await expect.element(field('Quantidade')).toHaveValue('20')
})

test('a conflict of an account leaves its companies unchanged', async () => {
  const stored = user({
    id: 71,
    name: 'Jussara Lima',
    companies: [alfa, beta],
    accredit_id: beta.id,
    company_id: beta.id,
  })
  const fake = openPortal('/user-edit?id=71', {
    ...userHandlers([stored], [alfa, beta]),
    ...savedByBia('user:71'),
  })
  await expect.element(field('Nome')).toHaveValue('Jussara Lima')
  Object.assign(stored, { version: 2, name: 'Jussara Reis' })
  await focus(page.getByRole('combobox', { name: 'Empresas' }))
  await userEvent.keyboard('{Backspace}')
  await field('Nome').fill('Jussara Dias')
  await save()
  await confirmIdentity()
  await expect.element(panel).toHaveTextContent('Nome: Jussara Lima → Jussara Reis')
  await expect.element(panel).not.toHaveTextContent('Empresa')
  await expect.element(field('Nome')).toHaveValue('Jussara Dias')
  expect(fake.calls).not.toContain('companyUserUnlink')
  expect(stored.companies).toEqual([alfa, beta])
})

test('the deletion of a profile that another user has saved shows who changed what, and can be repeated', async () => {
  const question = 'Deseja realmente excluir este Perfil?'
  const stored = profile(bridges, { id: 51, name: 'Operador' })
  const fake = openPortal('/profile-edit?id=51', {
    ...profileHandlers({ modules: [bridges], profiles: [stored] }),
    ...savedByBia('profile:51'),
  })
  await field('Nome').fill('Operador noturno')
  const sent: (number | undefined)[] = []
  fake.use({
    profileUpdate({ body }) {
      sent.push(body.version)
      if (body.version !== stored.version) refuse('changed-meanwhile')
      return Object.assign(stored, { status: body.status })
    },
  })
  Object.assign(stored, { version: 2, name: 'Operador diurno', accredited_enable: true })
  await act('Excluir perfil')
  await confirmIdentity(question)
  await expect.element(panel).toHaveTextContent(`Bia Reis salvou às ${savedTime}:`)
  await expect.element(panel).toHaveTextContent('Nome: Operador → Operador diurno')
  await expect.element(panel).toHaveTextContent('Nada foi feito.')
  await expect.element(field('Nome')).toHaveValue('Operador noturno')
  await button('Entendi').click()
  await expectGone(panel)
  await expect.element(page.getByRole('main')).toHaveFocus()
  await act('Excluir perfil')
  await confirmIdentity(question)
  await expectVisible(toast('Perfil excluído com sucesso!'))
  expect(sent).toEqual([1, 2])
})

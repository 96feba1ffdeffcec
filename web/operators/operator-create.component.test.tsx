import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { consoleModuleId } from '../../contract/constants.ts'
import { refuse } from '../testing/fake-api.ts'
import { seats } from '../testing/fake-effects.ts'
import { emptyPage, listPage } from '../testing/fake-list.ts'
import { moduleOfPlan, plan } from '../testing/fake-plans.ts'
import { service } from '../testing/fake-services.ts'
import { follow, openPortal } from '../testing/portal.tsx'
import {
  button,
  confirmIdentity,
  expectCrumbs,
  expectGone,
  expectPath,
  expectToFit,
  expectVisible,
  proofDialog,
  save,
  toast,
} from '../testing/screen.ts'
import { viewer } from '../testing/signed-in.ts'

const box = (name: string) => page.getByRole('textbox', { name: new RegExp(`^${name}( \\*)?$`) })
const moduleOfConsole = {
  id: consoleModuleId,
  name: 'Gestão de Acesso',
  Service: { id: 40, name: 'Credenciamento' },
}

function open(path: string, sent: object[] = []) {
  const services = [
    service({ ...moduleOfConsole.Service, modules: [moduleOfConsole] }),
    service({ ...moduleOfPlan.Service, modules: [moduleOfPlan] }),
  ]
  const ofModule = (module: typeof moduleOfPlan, used: number, limit: number) => ({
    module,
    ...seats(used, limit),
    plans: [],
    loose_plan: null,
  })
  return openPortal(path, {
    companyList: emptyPage,
    serviceList: ({ query }) => listPage(services, query),
    planList: ({ query }) => listPage([plan()], query),
    operatorPreview: () => ({
      modules: [ofModule(moduleOfConsole, 1, 1), ofModule(moduleOfPlan, 0, 9)],
    }),
    operatorCreate({ body }) {
      sent.push(body)
      return { company_id: 21 }
    },
  })
}

/** Fills in company and user. */
async function fillIn(): Promise<void> {
  await expectVisible(page.getByRole('textbox', { name: /^Licenças de Gestão de Acesso/ }))
  await box('Nome').fill('Operadora Nova')
  await box('CNPJ').fill('11.222.333/0001-81')
  await box('Email').fill('contato@nova.example')
  await box('Nome completo').fill("Iracema d'Ávila")
  await box('E-mail').fill('iracema@nova.example')
  await box('Telefone').fill('5541987650001')
}

test('company, SPIDs, plan, seats and master user are confirmed together', async () => {
  const sent: object[] = []
  open('/company-list', sent)
  await page.getByRole('link', { name: 'Nova operadora' }).click()
  await expectCrumbs(['Empresas', 'Nova operadora'])
  await fillIn()
  await button('Gerenciar SPID').click()
  const spids = page.getByRole('dialog', { name: 'Gerenciamento de SPID' })
  await spids.getByLabelText('SPID', { exact: true }).fill('5501')
  await spids.getByLabelText('Descrição').fill('Fixo')
  await spids.getByRole('button', { name: 'Salvar' }).click()
  await page.getByRole('combobox', { name: 'Planos', exact: true }).fill('Ouro')
  await page.getByRole('option', { name: 'Plano Ouro' }).click()
  await userEvent.keyboard('{Escape}')
  const loose = page.getByRole('combobox', { name: 'Planos avulsos' })
  await loose.fill('Bilhetagem')
  await page.getByRole('option', { name: 'Bilhetagem' }).click()
  await expect.element(loose).toHaveValue('')
  await box('Licenças de Bilhetagem - Voz').fill('2')
  await save()
  for (const part of [
    'Cadastrar a operadora Operadora Nova',
    '5501 · Fixo',
    'Plano Ouro',
    'Gestão de Acesso: 1 de 1 em uso, nenhuma livre',
    'Bilhetagem: 0 de 9 em uso, 9 livres',
    "Iracema d'Ávila · iracema@nova.example",
    'O convite para o primeiro acesso é enviado para iracema@nova.example.',
  ])
    await expect.element(proofDialog).toHaveTextContent(part)
  await confirmIdentity()
  await expectVisible(toast('Operadora cadastrada'))
  await expectPath('/company-list')
  expect(sent).toMatchObject([
    {
      document: '11222333000181',
      spids: [{ spid: '5501', description: 'Fixo' }],
      plan_id: [51],
      loose_plans: [
        { module_id: 1, limit: 1 },
        { module_id: 31, limit: 2 },
      ],
      user_email: 'iracema@nova.example',
    },
  ])
})

test('a refused part is reported at its field before the identity confirmation', async () => {
  const fake = open('/operator-create')
  await fillIn()
  fake.use({ operatorPreview: () => refuse('user-email-in-use') })
  await save()
  await expect.element(box('E-mail')).toHaveAccessibleDescription(/Erro ao cadastrar usuário!/)
  await expect.element(box('Email')).not.toHaveAccessibleDescription(/Erro/)
  await box('E-mail').fill('outra@nova.example')
  fake.use({ operatorPreview: () => refuse('seat-limit-exceeded') })
  await button('Remover: Gestão de Acesso - Credenciamento').click()
  await save()
  await expect
    .element(page.getByRole('combobox', { name: 'Planos avulsos' }))
    .toHaveAccessibleDescription(/Limite de usuários neste plano excedido/)
  await expectGone(proofDialog)
  await box('Nome completo').fill('Iracema')
  await save()
  await expect
    .element(box('Nome completo'))
    .toHaveAccessibleDescription('Preencha o campo nome completo!')
})

test('fits a phone', async () => {
  await page.viewport(360, 800)
  open('/operator-create')
  await expectVisible(box('Nome completo'))
  await expectToFit(360)
})

test('is not available to users who are not administrators', async () => {
  openPortal('/company-list', { companyList: emptyPage }, viewer(['/company-list']))
  await expectVisible(page.getByRole('searchbox'))
  await expectGone(page.getByRole('link', { name: 'Nova operadora' }))
  await follow('/operator-create')
  await expectVisible(page.getByText('NÃO AUTORIZADO').first())
})

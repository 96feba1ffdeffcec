import type { companies } from '../../../contract/companies.ts'
import type { companyUsers } from '../../../contract/company-users.ts'
import type { companySignInPolicies } from '../../../contract/sign-in-policies.ts'
import { dayOf } from '../../../contract/days.ts'
import { cnpj, next } from '../catalogue-builders.ts'
import { days } from '../../../server/shared/clock.ts'
import { pngImage } from '../png-image.ts'
import { targetOfHigherRank } from '../target-of-higher-rank.ts'
import { onNew, onRow, type EndpointFixtures } from './endpoint-fixture.ts'
import { newName, missingId, type Scenario } from './scenario.ts'

type Companies =
  | keyof typeof companies
  | keyof typeof companyUsers
  | keyof typeof companySignInPolicies

/** Returns the input of a new company. */
const newCompany = () => ({
  name: newName('Operadora'),
  email: 'contato@operadora.example',
  document: cnpj(next()),
})

const one = async (scenario: Scenario) => {
  const { id } = await scenario.company()
  return { input: { params: { id: String(id) } }, row: { table: 'companies', id } }
}

/** Links a user to the company. */
async function linked(scenario: Scenario) {
  const [user, company] = [await scenario.user(), await scenario.company()]
  const body = { user_id: user.id, company_id: [company.id] }
  return { input: { body }, row: { table: 'users', id: user.id } }
}

interface Linking {
  input: { body: { company_id: number[]; user_id: number } }
}

const missingCompanyId = ({ input: { body } }: Linking) => ({
  body: { ...body, company_id: [...body.company_id, missingId] },
})

/** Returns the CNPJ of an existing company. */
async function takenDocument(scenario: Scenario): Promise<string> {
  const { id } = await scenario.app.build.company()
  const row = scenario.app.db.selectFrom('companies').select('document').where('id', '=', id)
  return (await row.executeTakeFirstOrThrow()).document
}

/** Companies with their SPIDs, and their users. */
export const companyFixtures: EndpointFixtures<Companies> = {
  companyList: {
    scope: 'catalogue',
    async make(scenario) {
      const { id, name } = await scenario.company()
      return { input: { query: { search: name } }, row: { table: 'companies', id } }
    },
    lists: 'rows',
    problems: {},
    audit: undefined,
  },
  companyGet: {
    scope: 'catalogue',
    make: one,
    problems: { 'company-not-found': 'missing' },
    audit: undefined,
  },
  companyCreate: {
    sensitive: 'creating a company',
    scope: 'new',
    make: () => ({ input: { body: newCompany() } }),
    problems: {
      'company-document-in-use': async ({ input: { body } }, scenario) => ({
        body: { ...body, document: await takenDocument(scenario) },
      }),
    },
    audit: { target: onNew('company'), tells: ['after'] },
  },
  companyUpdate: {
    sensitive: 'changing a company or its SPIDs, or making it inactive',
    scope: 'catalogue',
    async make(scenario) {
      const { input, row } = await one(scenario)
      return { input: { ...input, body: { ...newCompany(), active: true } }, row }
    },
    problems: {
      'company-not-found': 'missing',
      'company-document-in-use': async ({ input }, scenario) => ({
        ...input,
        body: { ...input.body, document: await takenDocument(scenario) },
      }),
      'company-of-administrators': ({ input }) => ({
        ...input,
        body: { ...input.body, active: false },
      }),
      'changed-meanwhile': ({ input }) => ({ ...input, body: { ...input.body, version: 9999 } }),
    },
    audit: { target: onRow('company'), tells: ['before', 'after'] },
  },
  companyLogoUpdate: {
    scope: 'catalogue',
    async make(scenario) {
      const { input, row } = await one(scenario)
      if (scenario.rowOwner !== 'missing') await scenario.logo('company', row.id)
      return { input: { ...input, body: { content: pngImage(3, 3).toString('base64') } }, row }
    },
    problems: { 'company-not-found': 'missing' },
    audit: { target: onRow('company'), tells: ['before', 'after'] },
  },
  companyLogoDelete: {
    scope: 'catalogue',
    async make(scenario) {
      const made = await one(scenario)
      if (scenario.rowOwner !== 'missing') await scenario.logo('company', made.row.id)
      return made
    },
    problems: {
      'company-not-found': 'missing',
      'company-logo-not-found': async (_, scenario) => ({
        params: { id: String((await scenario.app.build.company()).id) },
      }),
    },
    audit: { target: onRow('company'), tells: ['before'] },
  },
  companyHolders: {
    scope: 'installation',
    make: one,
    problems: { 'company-not-found': 'missing' },
    audit: undefined,
  },
  companyTemporaryMasters: {
    scope: 'catalogue',
    make: one,
    problems: { 'company-not-found': 'missing' },
    audit: undefined,
  },
  companySignInPolicyGet: {
    scope: 'catalogue',
    make: one,
    problems: { 'company-not-found': 'missing' },
    audit: undefined,
  },
  companySignInPolicyUpdate: {
    sensitive: 'requiring less of the sign-in of a company, or more',
    scope: 'catalogue',
    endsNoAccess: 'tokens stay valid; later codes meet the policy, as sign-in-policy.test.ts tests',
    async make(scenario) {
      const { input, row } = await one(scenario)
      // In the future, so that the policy does not affect other calls of the company.
      const begin_date = dayOf(new Date(scenario.app.clock.now().getTime() + days(30)))
      return { input: { ...input, body: { policy: 'passkey', begin_date } }, row }
    },
    problems: {
      'company-not-found': 'missing',
      'changed-meanwhile': ({ input }) => ({ ...input, body: { ...input.body, version: 9999 } }),
    },
    audit: { target: onRow('company'), tells: ['before', 'after'] },
  },
  companyListOfUser: {
    scope: 'company',
    everyPerson: true,
    async make(scenario) {
      const { id } = await scenario.user()
      const row = { table: 'users', id }
      const elsewhere = await scenario.app.build.company()
      const link = { user_id: id, company_id: elsewhere.id }
      if (scenario.rowOwner !== 'missing')
        await scenario.app.db.insertInto('user_companies').values(link).execute()
      return { input: { params: { id: String(id) } }, row, beneath: elsewhere.name }
    },
    problems: { 'user-not-found': 'missing' },
    audit: undefined,
  },
  userCompanyList: {
    scope: 'none',
    make: () => ({ input: {} }),
    problems: {},
    audit: undefined,
  },
  companyUserList: {
    scope: 'catalogue',
    async make(scenario) {
      const { id } = await scenario.company()
      return {
        input: { params: { companyId: String(id) }, query: {} },
        row: { table: 'companies', id },
      }
    },
    problems: { 'company-not-found': 'missing' },
    audit: undefined,
  },
  companyUserLink: {
    sensitive: 'linking a user to companies',
    scope: 'company',
    make: linked,
    problems: { 'user-not-found': 'missing', 'company-not-found': missingCompanyId },
    audit: { target: onRow('user'), tells: ['after'] },
  },
  companyUserUnlink: {
    sensitive: 'unlinking a user from companies',
    scope: 'company',
    make: linked,
    problems: {
      'user-not-found': 'missing',
      'company-not-found': missingCompanyId,
      'account-beyond-own': targetOfHigherRank(),
      'user-indispensable': ({ input: { body } }, scenario) => ({
        body: { ...body, user_id: scenario.by.person.id },
      }),
    },
    audit: { target: onRow('user'), tells: ['before'] },
  },
}

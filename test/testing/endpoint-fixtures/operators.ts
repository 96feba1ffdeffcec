import { consoleModuleId } from '../../../contract/constants.ts'
import type { BodyInputOf } from '../../../contract/endpoint.ts'
import type { operators } from '../../../contract/operators.ts'
import { cnpj, next } from '../catalogue-builders.ts'
import type { EndpointFixtures } from './endpoint-fixture.ts'
import { newName, missingId, type Scenario } from './scenario.ts'

/** Returns the input of a new operator with one seat of the console, for its master user. */
export const newOperator = () => ({
  name: newName('Operadora'),
  email: 'contato@operadora.example',
  document: cnpj(next()),
  spids: [{ spid: '5501', description: 'Fixo' }],
  plan_id: [],
  loose_plans: [{ module_id: consoleModuleId, limit: 1 }],
  user_name: "Iracema d'Ávila",
  user_email: `iracema${next()}@operadora.example`,
  phone_number: '5541987650001',
})

/** Input of both the preview and the creation of an operator. */
interface Filled {
  input: { body: BodyInputOf<typeof operators.operatorCreate> }
}

const make = () => ({ input: { body: newOperator() } })

const problems = {
  'company-document-in-use': async (
    { input: { body } }: Filled,
    { app: { db, build } }: Scenario,
  ) => {
    const { id } = await build.company()
    const taken = db.selectFrom('companies').select('document').where('id', '=', id)
    return { body: { ...body, ...(await taken.executeTakeFirstOrThrow()) } }
  },
  'plan-not-found': ({ input: { body } }: Filled) => ({
    body: { ...body, plan_id: [missingId] },
  }),
  'module-not-found': ({ input: { body } }: Filled) => ({
    body: { ...body, loose_plans: [{ module_id: missingId, limit: 1 }] },
  }),
  'user-email-in-use': async ({ input: { body } }: Filled, scenario: Scenario) => ({
    body: { ...body, user_email: (await scenario.user()).email },
  }),
  'seat-limit-exceeded': ({ input: { body } }: Filled) => ({ body: { ...body, loose_plans: [] } }),
}

/** New operators. */
export const operatorFixtures: EndpointFixtures<keyof typeof operators> = {
  operatorPreview: { scope: 'new', make, problems, audit: undefined },
  operatorCreate: {
    sensitive: 'creating an operator with its first master user',
    scope: 'new',
    make,
    problems,
    audit: { target: (_, { data }) => `company:${data.company_id}`, tells: ['after'] },
  },
}

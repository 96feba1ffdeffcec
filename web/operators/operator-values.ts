import type { z } from 'zod'
import { consoleModuleId } from '../../contract/constants.ts'
import { operators } from '../../contract/operators.ts'
import { companyBody, decodeSpid } from '../companies/company-values.ts'
import { seatsOf } from '../plans/seat-amount.ts'

/** Schema of a new operator from the contract: company, SPIDs, plans, seats and first master user. */
export const newOperator = operators.operatorCreate.body

export type OperatorBody = z.input<typeof newOperator>

/** Initial form values. SPIDs and seats are encoded as lines. The master user needs one seat, which is filled in. */
export function operatorValues() {
  return {
    name: '',
    document: '',
    email: '',
    spids: noLines,
    plan_id: noLines,
    loose_plans: [encodeSeats({ module_id: consoleModuleId, limit: '1' })] as readonly string[],
    user_name: '',
    user_email: '',
    phone_number: '',
    code: '',
  }
}

export type OperatorValues = ReturnType<typeof operatorValues>

const noLines: readonly string[] = []

export const operatorLabels = {
  name: 'Nome',
  document: 'CNPJ',
  email: 'Email',
  spids: { label: 'SPIDs', one: 'SPID', many: 'SPIDs' },
  plan_id: { label: 'Planos', one: 'plano', many: 'planos' },
  loose_plans: { label: 'Planos avulsos', one: 'módulo', many: 'módulos' },
  user_name: 'Nome completo',
  user_email: 'E-mail',
  phone_number: 'Telefone',
  code: 'Código',
}

/** Converts the form values to the request body. */
export const operatorBody = (values: OperatorValues): OperatorBody => ({
  ...companyBody(values),
  spids: values.spids.map(decodeSpid),
  plan_id: values.plan_id.map(Number),
  loose_plans: values.loose_plans
    .map(decodeSeats)
    .map(({ module_id, limit }) => ({ module_id, limit: seatsOf(limit) })),
  user_name: values.user_name,
  user_email: values.user_email,
  phone_number: values.phone_number,
  code: values.code,
})

/** Seats of a module in addition to the plans, as typed. */
export interface TypedSeats {
  module_id: number
  limit: string
}

/** Encodes the seats as one form value. */
export const encodeSeats = ({ module_id, limit }: TypedSeats): string => `${module_id} ${limit}`

/** Decodes a value of `encodeSeats`. */
export function decodeSeats(line: string): TypedSeats {
  const [module_id = '', limit = ''] = line.split(' ')
  return { module_id: Number(module_id), limit }
}

import type { Api } from '../../contract/api.ts'
import { maskCnpj } from '../../contract/cnpj.ts'
import type { BodyInputOf } from '../../contract/endpoint.ts'
import { call } from '../api/api-client.ts'
import { prepare } from '../api/api-request.ts'
import { callWithPreview, previewCall } from '../confirm-identity/call-with-preview.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import type { Change } from '../ui/change-list.tsx'
import type { Company } from './company-values.ts'
import { lossOfCompany } from './access-losses.ts'

/**
 * Creates or updates a company. If a company is deactivated, the confirmation shows which access users lose.
 */
export async function saveCompany(
  company: Company | undefined,
  body: BodyInputOf<Api['companyUpdate']>,
  changes: readonly Change[],
): Promise<Company> {
  const { name, email, document, spids, assignment_days_max } = body
  if (!company) {
    return callConfirmed(
      `Cadastrar a empresa ${name}, CNPJ ${maskCnpj(document)}`,
      'companyCreate',
      {
        body: { name, email, document, spids, assignment_days_max },
      },
    )
  }
  const params = { id: String(company.id) }
  const describe = `Atualizar a empresa ${name}`
  if (!(company.active && !body.active))
    return callWithPreview({ describe, changes }, 'companyUpdate', { params, body })
  // The list of holders is more precise than the preview, which is only made to find out whether the server would
  // refuse.
  await previewCall(prepare('companyUpdate', { params, body }))
  return callConfirmed(
    {
      question: 'Deseja inativar esta empresa?',
      describe,
      changes,
      consequence: lossOfCompany(await call('companyHolders', { params })),
      danger: true,
    },
    'companyUpdate',
    { params, body },
  )
}

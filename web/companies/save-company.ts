import type { Api } from '../../contract/api.ts'
import { maskCnpj } from '../../contract/cnpj.ts'
import type { BodyInputOf } from '../../contract/endpoint.ts'
import { call } from '../api/api-client.ts'
import { callWithPreview } from '../confirm-identity/call-with-preview.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { askFirst } from '../form/ask-first.ts'
import type { Change } from '../ui/change-list.tsx'
import type { Company } from './company-values.ts'
import { comesBack, lossOfCompany } from './access-losses.ts'

/**
 * Creates or updates a company. Before a company is deactivated, asks for confirmation and shows which access users
 * lose.
 */
export async function saveCompany(
  company: Company | undefined,
  body: BodyInputOf<Api['companyUpdate']>,
  changes: readonly Change[],
): Promise<Company> {
  const { name, email, document, spids } = body
  if (!company) {
    return callConfirmed(
      `Cadastrar a empresa ${name}, CNPJ ${maskCnpj(document)}`,
      'companyCreate',
      {
        body: { name, email, document, spids },
      },
    )
  }
  const params = { id: String(company.id) }
  const ends = company.active && !body.active
  const loss = ends ? lossOfCompany(await call('companyHolders', { params })) : undefined
  if (loss !== undefined) {
    await askFirst({
      text: 'Deseja inativar esta empresa?',
      about: `Empresa: ${company.name}`,
      consequence: loss,
      danger: true,
    })
  }
  return callWithPreview(
    {
      describe: `Atualizar a empresa ${name}`,
      changes,
      ...(ends && { consequence: comesBack, danger: true }),
    },
    'companyUpdate',
    { params, body },
  )
}

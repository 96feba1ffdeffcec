import { maskCnpj } from '../../contract/cnpj.ts'
import { StatusMark } from '../ui/status-mark.tsx'
import classes from './company-facts.module.css'
import type { Company } from './company-values.ts'

/** A company for whoever may read it and not change it. */
export function CompanyFacts({ company }: { company: Company }) {
  return (
    <dl className={classes['facts']} data-wide>
      <div>
        <dt>Nome</dt>
        <dd>{company.name}</dd>
      </div>
      <div>
        <dt>CNPJ</dt>
        <dd>{maskCnpj(company.document)}</dd>
      </div>
      <div>
        <dt>Email</dt>
        <dd>{company.email}</dd>
      </div>
      <div>
        <dt>Status</dt>
        <dd>
          <StatusMark on={company.active}>{company.active ? 'Ativo' : 'Inativo'}</StatusMark>
        </dd>
      </div>
    </dl>
  )
}

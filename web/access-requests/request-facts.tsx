import type { AccessRequestDetails } from '../../contract/access-requests.ts'
import { formatInstant, shownDay } from '../../contract/shown.ts'
import { FactsSkeleton, RecordCard, RecordFacts, type Facts } from '../form/record-parts.tsx'
import { Definition, DefinitionList } from '../ui/definition-list.tsx'
import classes from './request-form.module.css'
import { partText } from './requested-place.ts'

const title = 'O que foi pedido'

/** The facts of a request, in display order. */
function factsOf(request: AccessRequestDetails): Facts {
  const { company, module, spid, end_date, created_at, expires_at, why } = request
  const named = [
    why?.function && `Função ${why.function.name}`,
    why?.action && `ação ${why.action.name}`,
  ]
  const part = named.filter(Boolean).join(', ') || partText(request)
  return {
    Módulo: module.name,
    ...(part !== null && { 'Parte do módulo': part }),
    Empresa: company.name,
    ...((spid !== null || request.spids.length > 0) && { SPID: spid ?? 'Todos os SPIDs' }),
    Até: end_date === null ? 'Sem data de fim' : shownDay(end_date),
    'Pedido em': formatInstant(created_at),
    ...(request.state === 'pending' && { 'Vence em': formatInstant(expires_at) }),
  }
}

/** Card with what a person requested, and why. */
export function RequestFacts({ request }: { request: AccessRequestDetails }) {
  return (
    <RecordCard id="pedido" title={title}>
      <div className={classes['facts']}>
        <RecordFacts facts={factsOf(request)} />
      </div>
      <div className={classes['reason']}>
        <DefinitionList>
          <Definition label="Para quê" wide>
            {request.reason}
          </Definition>
        </DefinitionList>
      </div>
    </RecordCard>
  )
}

/** Shape of `RequestFacts`, while the request loads. */
export const RequestFactsSkeleton = () => (
  <FactsSkeleton title={title} labels={['Módulo', 'Empresa', 'Até', 'Pedido em', 'Vence em']} />
)

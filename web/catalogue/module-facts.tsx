import type { Module } from '../../contract/modules.ts'
import { formatInstant } from '../../contract/shown.ts'
import { FactsSkeleton, RecordCard, RecordFacts, type Facts } from '../form/record-parts.tsx'
import { ActiveMark } from '../ui/status-mark.tsx'

const title = 'Dados'

/** The facts of a module, in display order. */
const factsOf = (module: Module): Facts => ({
  Nome: module.name,
  Serviço: module.Service.name,
  Url: module.url === null ? null : `${module.protocol}${module.url}`,
  Status: <ActiveMark active={module.status === 1} />,
  'Habilitar múltiplos SPIDs': module.is_enable_spid ? 'Sim' : 'Não',
  Secret: module.secret_generated ? 'Gerada' : 'Não gerada',
  'Data de criação': formatInstant(module.created_at),
  'Data de atualização': formatInstant(module.updated_at),
})

const labels = [
  'Nome',
  'Serviço',
  'Url',
  'Status',
  'Habilitar múltiplos SPIDs',
  'Secret',
  'Data de criação',
  'Data de atualização',
]

/** Card with the facts of a module. */
export function ModuleFacts({ module }: { module: Module }) {
  return (
    <RecordCard id="dados" title={title}>
      <RecordFacts facts={factsOf(module)} />
    </RecordCard>
  )
}

/** Shape of `ModuleFacts`, while the module loads. */
export const ModuleFactsSkeleton = () => <FactsSkeleton title={title} labels={labels} />

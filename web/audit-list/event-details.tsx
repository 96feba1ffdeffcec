import { formatInstant } from '../../contract/shown.ts'
import type { AuditEvent } from '../../contract/audit-log.ts'
import type { RecordNames } from '../../contract/audit-record-names.ts'
import { operationName } from '../../contract/operation-titles.ts'
import {
  addressOf,
  changesOf,
  companyOf,
  confirmationOf,
  delegatorOf,
  recordOf,
  actorLabel,
  signedPhrase,
} from '../../contract/audit-words.ts'
import { RelatedLink } from '../links/related-link.tsx'
import { toHistoryOf, toPartsOf } from '../paths.ts'
import { ChangeList } from '../ui/change-list.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Definition, DefinitionList } from '../ui/definition-list.tsx'
import { useReturnFocus } from '../ui/use-return-focus.ts'
import classes from './audit-list.module.css'
import { deviceOf, recordKey } from './shown-event.ts'

interface EventDetailsProps {
  event: AuditEvent
  names: RecordNames
  onClose: () => void
}

/** All details of an event and its changes. */
export function EventDetails({ event, names, onClose }: EventDetailsProps) {
  useReturnFocus()
  const { id, part_of, has_parts, request_id } = event
  const record = recordKey(event)
  const known: Readonly<Record<string, string>> = {
    Quando: formatInstant(event.happened_at),
    Quem: actorLabel(event),
    'Por delegação de': delegatorOf(event),
    Empresa: companyOf(event),
    Registro: recordOf(event),
    'Identidade confirmada por': confirmationOf(event),
    Assinatura: signedPhrase(event),
    Endereço: addressOf(event),
    Dispositivo: deviceOf(event),
  }
  const technical = {
    Evento: part_of === null ? String(id) : `${id}, parte do evento ${part_of}`,
    Requisição: request_id,
  }
  return (
    <Dialog opened onClose={onClose} title={operationName(event.operation)} size="lg">
      <Definitions of={known} />
      <section className={classes['changed']} aria-label="O que mudou">
        <h3>O que mudou</h3>
        <Changed event={event} names={names} />
      </section>
      <details className={classes['technical']}>
        <summary>Dados técnicos</summary>
        <Definitions of={technical} />
      </details>
      <div className={classes['ways']} onClickCapture={onClose}>
        {has_parts && <RelatedLink {...toPartsOf(id)}>Ver cada registro alterado</RelatedLink>}
        {record !== undefined && (
          <RelatedLink {...toHistoryOf(record)}>Histórico do registro</RelatedLink>
        )}
      </div>
    </Dialog>
  )
}

function Definitions({ of: values }: { of: Readonly<Record<string, string>> }) {
  return (
    <DefinitionList stretched>
      {Object.entries(values).map(
        ([label, value]) =>
          value !== '' && (
            <Definition key={label} label={label}>
              {value}
            </Definition>
          ),
      )}
    </DefinitionList>
  )
}

function Changed({ event, names }: Omit<EventDetailsProps, 'onClose'>) {
  if (event.withheld) return <p>Os dados deste registro estão fora do seu alcance.</p>
  const changes = changesOf(event, names)
  if (changes.length === 0) return <p>Este evento não guarda valores alterados.</p>
  return <ChangeList label="O que mudou" changes={changes} />
}

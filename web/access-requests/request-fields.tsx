import { Anchor, Button, NativeSelect, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type SubmitEvent } from 'react'
import { accessRequests } from '../../contract/access-requests.ts'
import { fieldErrorMap } from '../../contract/field-sentences.ts'
import { accessRequestReasonMax } from '../../contract/limits.ts'
import type { BodyOf } from '../../contract/endpoint.ts'
import { spidText } from '../../contract/spids.ts'
import { call } from '../api/api-client.ts'
import { queriesOf } from '../api/query-of.ts'
import { today } from '../api/server-clock.ts'
import { showRefusal } from '../form/show-refusal.ts'
import { useRecordAction } from '../form/use-record-action.ts'
import { DecisionButtons } from '../ui/decision-buttons.tsx'
import { LongText } from '../ui/long-text.tsx'
import { Picture } from '../ui/picture.tsx'
import classes from './request-fields.module.css'
import { partText, type RequestablePlace } from './requested-place.ts'

const schema = accessRequests.accessRequestCreate.body

type Values = Record<'spid' | 'reason' | 'end_date', string>
type Errors = Partial<Record<keyof Values, string>>

interface RequestFieldsProps {
  token: string | undefined
  place: RequestablePlace
  /** Returns to the search; absent if the place is given. */
  onChange: (() => void) | undefined
  onClose: () => void
}

/** Form of a request: SPID if there are several, reason, and end. */
export function RequestFields({ token, place, onChange, onClose }: RequestFieldsProps) {
  const queries = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState<Values>({ spid: firstSpid(place), reason: '', end_date: '' })
  const [errors, setErrors] = useState<Errors>({})
  const change = (changed: Partial<Values>) => {
    setValues((before) => ({ ...before, ...changed }))
    setErrors({})
  }
  const showErrors = (found: Errors) => {
    setErrors(found)
    const first = names.find((name) => found[name] !== undefined)
    form.current?.querySelector<HTMLElement>(`[name='${first}']`)?.focus()
  }
  const send = useRecordAction({
    write: (body: BodyOf<typeof accessRequests.accessRequestCreate>) =>
      call('accessRequestCreate', { body, ...(token !== undefined && { token }) }),
    done: 'Pedido enviado. A resposta chega por e-mail e aparece aqui.',
    onDone: () => {
      void queries.invalidateQueries(queriesOf('accessRequestMine'))
      onClose()
    },
    showProblem: (problem) => {
      const found = Object.fromEntries(
        names.flatMap((name) => (problem.fields[name] ? [[name, problem.fields[name]]] : [])),
      )
      if (Object.keys(found).length > 0) showErrors(found)
      else showRefusal(problem)
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    // React bubbles the event from the dialog to a form around this component.
    event.stopPropagation()
    const checked = schema.safeParse(bodyOf(place, values), { error: fieldErrorMap })
    if (checked.success) send.start(checked.data)
    else
      showErrors(
        Object.fromEntries(
          checked.error.issues.map(({ path, message }) => [String(path[0]), message]),
        ),
      )
  }
  const part = partText(place)
  return (
    <form ref={form} className={classes['form']} noValidate onSubmit={submit}>
      <div className={classes['place']}>
        <Picture key={place.module.logo} name={place.module.name} source={place.module.logo} />
        <p>
          <strong>{place.module.name}</strong>
          <small>
            {[part, place.service?.name, place.company.name].filter(Boolean).join(' · ')}
          </small>
        </p>
        {onChange && (
          <Anchor component="button" type="button" size="sm" onClick={onChange}>
            Trocar
          </Anchor>
        )}
      </div>
      {place.spids.length > 0 && (
        <NativeSelect
          name="spid"
          label="SPID"
          data={spidOptions(place)}
          value={values.spid}
          error={errors.spid}
          onChange={({ currentTarget: { value } }) => change({ spid: value })}
        />
      )}
      <LongText
        name="reason"
        label="Para que você precisa do acesso?"
        required
        data-autofocus
        minRows={2}
        maxRows={6}
        maxLength={accessRequestReasonMax}
        value={values.reason}
        error={errors.reason}
        onChange={({ currentTarget: { value } }) => change({ reason: value })}
      />
      <TextInput
        name="end_date"
        type="date"
        label="Até quando? (opcional)"
        min={today()}
        value={values.end_date}
        error={errors.end_date}
        onChange={({ currentTarget: { value } }) => change({ end_date: value })}
      />
      <p className={classes['note']}>
        Quem responde é o usuário master da empresa ou um administrador, que decide o perfil e pode
        encurtar o prazo.
      </p>
      <DecisionButtons answers={false} danger={false} onCancel={onClose}>
        <Button type="submit" loading={send.busy}>
          Enviar pedido
        </Button>
      </DecisionButtons>
    </form>
  )
}

const names = ['spid', 'reason', 'end_date'] as const

/** Any SPID, unless the module is already open for some of them. */
const firstSpid = ({ open, spids }: RequestablePlace) => (open ? (spids[0]?.spid ?? '') : '')

const spidOptions = ({ open, spids }: RequestablePlace) => [
  ...(open ? [] : [{ value: '', label: 'Todos os SPIDs' }]),
  ...spids.map((each) => ({ value: each.spid, label: spidText(each) })),
]

const bodyOf = (place: RequestablePlace, { spid, reason, end_date }: Values) => ({
  company_id: place.company.id,
  module_id: place.module.id,
  ...(place.function_path !== undefined && { function_path: place.function_path }),
  ...(place.action_path !== undefined && { action_path: place.action_path }),
  ...(spid !== '' && { spid }),
  ...(end_date !== '' && { end_date }),
  reason,
})

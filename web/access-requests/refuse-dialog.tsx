import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type SubmitEvent } from 'react'
import { accessRequests, type AccessRequestDetails } from '../../contract/access-requests.ts'
import { fieldErrorMap } from '../../contract/field-sentences.ts'
import { accessRequestReasonMax } from '../../contract/limits.ts'
import { call } from '../api/api-client.ts'
import { queriesOf } from '../api/query-of.ts'
import { showRefusal } from '../form/show-refusal.ts'
import { useRecordAction } from '../form/use-record-action.ts'
import { dangerFilled } from '../ui/danger.ts'
import { DecisionButtons } from '../ui/decision-buttons.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { LongText } from '../ui/long-text.tsx'
import { useReturnFocus } from '../ui/use-return-focus.ts'
import classes from './request-fields.module.css'

const schema = accessRequests.accessRequestRefuse.body

interface RefuseDialogProps {
  request: AccessRequestDetails
  /** Called if the request has changed, or was decided, meanwhile. */
  onStale: () => void
  onDone: () => void
  onClose: () => void
}

/** Dialog that refuses a request with a sentence for its author. */
export function RefuseDialog({ request, onStale, onDone, onClose }: RefuseDialogProps) {
  useReturnFocus()
  const queries = useQueryClient()
  const field = useRef<HTMLTextAreaElement>(null)
  const [answer, setAnswer] = useState('')
  const [error, setError] = useState<string>()
  const wrong = (sentence: string | undefined) => {
    setError(sentence)
    field.current?.focus()
  }
  const refuse = useRecordAction({
    write: (typed: string) =>
      call('accessRequestRefuse', {
        params: { id: String(request.id) },
        body: { version: request.version, answer: typed },
      }),
    done: 'Pedido recusado.',
    onDone: () => void queries.invalidateQueries(queriesOf('accessRequestList')),
    showProblem: (problem) => {
      if (problem.fields['answer'] !== undefined) return wrong(problem.fields['answer'])
      showRefusal(problem)
      onStale()
      onClose()
    },
    leave: onDone,
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const checked = schema.safeParse({ version: request.version, answer }, { error: fieldErrorMap })
    if (checked.success) refuse.start(checked.data.answer)
    else wrong(checked.error.issues[0]?.message)
  }
  return (
    <Dialog opened onClose={onClose} title="Recusar o pedido" size="md">
      <form className={classes['form']} noValidate onSubmit={submit}>
        <LongText
          ref={field}
          label={`Resposta para ${request.requester.name}`}
          required
          minRows={2}
          maxRows={6}
          maxLength={accessRequestReasonMax}
          value={answer}
          error={error}
          onChange={({ currentTarget: { value } }) => {
            setAnswer(value)
            setError(undefined)
          }}
        />
        <DecisionButtons answers={false} danger onCancel={onClose}>
          <Button type="submit" className={dangerFilled} loading={refuse.busy}>
            Recusar pedido
          </Button>
        </DecisionButtons>
      </form>
    </Dialog>
  )
}

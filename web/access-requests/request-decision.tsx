import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type SubmitEvent } from 'react'
import type { AccessRequestDetails } from '../../contract/access-requests.ts'
import { shownDay } from '../../contract/shown.ts'
import { queriesOf } from '../api/query-of.ts'
import { today } from '../api/server-clock.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { RecordCard } from '../form/record-parts.tsx'
import { showRefusal } from '../form/show-refusal.ts'
import { useRecordAction } from '../form/use-record-action.ts'
import { dangerOutlined } from '../ui/danger.ts'
import { useFocusAfterBusy } from '../ui/use-focus-after-busy.ts'
import {
  approvalBody,
  approvalChanges,
  approvalErrors,
  lastDay,
  type ApprovableProfile,
  type Approval,
  type ApprovalErrors,
} from './approval.ts'
import { ApprovalProfiles } from './approval-profiles.tsx'
import { ApprovalSpids } from './approval-spids.tsx'
import { RefuseDialog } from './refuse-dialog.tsx'
import classes from './request-form.module.css'

interface RequestDecisionProps {
  request: AccessRequestDetails
  /** Called if the request has changed, or was decided, meanwhile. */
  onStale: () => void
  /** Leaves the screen. */
  onDone: () => void
}

/** Card in which a request is approved, or refused with a sentence. */
export function RequestDecision({ request, onStale, onDone }: RequestDecisionProps) {
  const queries = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [refusing, setRefusing] = useState(false)
  const approval = useApproval(request)
  const { profile, errors, setErrors } = approval
  const showErrors = (found: ApprovalErrors) => {
    setErrors(found)
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[data-wrong] input, input[data-error]')?.focus(),
    )
  }
  const approve = useRecordAction({
    write: (chosen: Approval & { profile: ApprovableProfile }) =>
      callConfirmed(
        {
          describe: `Aprovar o pedido de acesso de ${request.requester.name}`,
          changes: approvalChanges(request, chosen),
          ...(chosen.profile.master_profile && {
            consequence: 'É um perfil de usuário master: a pessoa passa a administrar a empresa.',
            danger: true,
          }),
        },
        'accessRequestApprove',
        { params: { id: String(request.id) }, body: approvalBody(request, chosen) },
      ),
    done: 'Pedido aprovado.',
    onDone: () => void queries.invalidateQueries(queriesOf('accessRequestList')),
    showProblem: (problem) => {
      const { profile_id, spids, end_date } = problem.fields
      if (profile_id !== undefined || spids !== undefined || end_date !== undefined)
        return showErrors(problem.fields)
      showRefusal(problem)
      onStale()
    },
    leave: onDone,
  })
  const button = useFocusAfterBusy(approve.busy)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const found = approvalErrors(request, approval, today())
    if (profile && Object.keys(found).length === 0) approve.start({ ...approval, profile })
    else showErrors(found)
  }
  const last = lastDay(request, profile, today())
  return (
    <RecordCard id="decisao" title="Decisão">
      <form ref={form} className={classes['decision']} noValidate onSubmit={submit}>
        {request.profiles.length === 0 ? (
          <p className={classes['text']}>
            Nenhum perfil que você pode dar abre este acesso. Um administrador pode decidir, ou
            incluir a parte que falta em um perfil.
          </p>
        ) : (
          <>
            <ApprovalProfiles
              request={request}
              chosen={profile}
              error={errors.profile_id}
              onChoose={approval.setProfile}
            />
            {request.spid === null && request.spids.length > 0 && (
              <ApprovalSpids
                spids={request.spids}
                approval={approval}
                error={errors.spids}
                onChange={approval.setSpids}
              />
            )}
            <TextInput
              className={classes['end'] ?? ''}
              type="date"
              label="Válido até"
              description={
                last === ''
                  ? 'Sem data, o acesso não termina.'
                  : `No máximo ${shownDay(last)}. Pode terminar antes.`
              }
              min={today()}
              max={last || undefined}
              value={approval.endDate}
              error={errors.end_date}
              onChange={({ currentTarget: { value } }) => approval.setEndDate(value)}
            />
          </>
        )}
        <footer>
          <Button variant="default" className={dangerOutlined} onClick={() => setRefusing(true)}>
            Recusar
          </Button>
          {request.profiles.length > 0 && (
            <Button ref={button} type="submit" loading={approve.busy}>
              Aprovar
            </Button>
          )}
        </footer>
      </form>
      {refusing && (
        <RefuseDialog
          request={request}
          onStale={onStale}
          onDone={onDone}
          onClose={() => setRefusing(false)}
        />
      )}
    </RecordCard>
  )
}

/** What the user chooses. The only profile is already chosen, and the end is the latest one that is allowed. */
function useApproval(request: AccessRequestDetails) {
  const [only, ...others] = request.profiles
  const [profile, setProfile] = useState(others.length === 0 ? only : undefined)
  const [spids, setSpids] = useState<Pick<Approval, 'allSpids' | 'spids'>>({
    allSpids: request.spid === null,
    spids: request.spid === null ? request.spids.map(({ spid }) => spid) : [request.spid],
  })
  const [typedEnd, setTypedEnd] = useState<string>()
  const [errors, setErrors] = useState<ApprovalErrors>({})
  const changing =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value)
      setErrors({})
    }
  return {
    profile,
    ...spids,
    endDate: typedEnd ?? lastDay(request, profile, today()),
    errors,
    setErrors,
    setProfile: changing<ApprovableProfile>(setProfile),
    setSpids: changing(setSpids),
    setEndDate: changing<string>(setTypedEnd),
  }
}

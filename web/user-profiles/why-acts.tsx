import { Button, Menu } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { lastDayOfTerm, leastTerm } from '../../contract/assignment-periods.ts'
import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { queriesOf, queryOf } from '../api/query-of.ts'
import { today } from '../api/server-clock.ts'
import { callWithPreview } from '../confirm-identity/call-with-preview.ts'
import { useRecordAction } from '../form/use-record-action.ts'
import { RelatedLink } from '../links/related-link.tsx'
import {
  toCompanyRecord,
  toFormOf,
  toFunctionEdit,
  toModuleRecord,
  toProfileEditFunction,
  toUserRecord,
  toUserSeats,
} from '../paths.ts'
import {
  useAllowedActions,
  useHoldsOnlyByDelegation,
} from '../session-state/use-allowed-actions.ts'
import {
  hasEnded,
  periodConsequence,
  takesPeriod,
} from '../assignment-periods/assignment-period.ts'
import { PeriodModal } from './period-modal.tsx'
import { RestoreProfiles } from './restore-profiles.tsx'
import { userProfileRefusals } from './user-profile-refusals.ts'
import { showRefusal } from '../form/show-refusal.ts'
import classes from './why-panel.module.css'

type Why = SuccessOf<Api['userProfileWhy']>
type Offered = SuccessOf<Api['userProfileOffers']>['profiles'][number]

/** Actions that remove what blocks the access, as far as the signed-in user may do them. */
export function WhyActs({ why }: { why: Why }) {
  const { user, company, module, missing, ways, allowed } = why
  const lacks = (link: Why['missing'][number]) => missing.includes(link)
  // A profile that the user holds in this company, but without the function or action of the question.
  const short = ways.find(({ missing: links }) =>
    links.some((link) => link === 'function-not-held' || link === 'action-not-held'),
  )?.profile
  if (allowed) return null
  return (
    <div className={classes['acts']}>
      {lacks('user-blocked') && <Unblock why={why} />}
      {lacks('user-deleted') && (
        <RelatedLink {...toUserRecord(user.id)}>Abrir o registro</RelatedLink>
      )}
      {lacks('no-profile') && !lacks('no-seat') && !lacks('no-plan') && <GiveProfile why={why} />}
      {(lacks('no-seat') || lacks('no-plan')) && (
        <RelatedLink {...toUserSeats(company.id, module.id)}>Ver quem usa as licenças</RelatedLink>
      )}
      {lacks('company-inactive') && (
        <RelatedLink {...toCompanyRecord(company.id)}>Abrir a empresa</RelatedLink>
      )}
      {lacks('service-inactive') && (
        <RelatedLink {...toFormOf('service', module.Service.id)}>Abrir o serviço</RelatedLink>
      )}
      {lacks('module-inactive') && (
        <RelatedLink {...toModuleRecord(module.id, module.Service.id)}>Abrir o módulo</RelatedLink>
      )}
      {lacks('function-inactive') && why.function && (
        <RelatedLink {...toFunctionEdit(why.function.id)}>Abrir a função</RelatedLink>
      )}
      <ChangePeriod why={why} />
      <Restore why={why} />
      {short && (
        <RelatedLink
          {...toProfileEditFunction(short.id)}
        >{`Mudar as funções de ${short.name}`}</RelatedLink>
      )}
    </div>
  )
}

/** Reads the answer and the profiles again after an action. */
function useAnswerAgain(): () => void {
  const queries = useQueryClient()
  return () =>
    void Promise.all(
      (['userProfileWhy', 'userProfileGet', 'userProfileOffers', 'userGet'] as const).map((read) =>
        queries.invalidateQueries(queriesOf(read)),
      ),
    )
}

/** Gives a profile of the module for the company and SPID of the question. */
function GiveProfile({ why: { user, company, module, spid } }: { why: Why }) {
  const grant = { screen: '/user-edit-profile', action: 'update' } as const
  const granted = useAllowedActions(grant.screen)(grant.action)
  const isDelegatedOnly = useHoldsOnlyByDelegation()
  const gives = granted && !isDelegatedOnly(grant)
  const params = { id: String(user.id) }
  const { data } = useQuery({
    ...queryOf('userProfileOffers', { params, query: { service_id: String(module.Service.id) } }),
    enabled: gives,
  })
  const onDone = useAnswerAgain()
  const give = useRecordAction({
    write: ({ id, name, assignment_days_max }: Offered) => {
      // With a maximum term an end is required: the last possible one.
      const ofCompany = data?.companies.find((each) => each.id === company.id)
      const daysMax = takesPeriod({ profile_id: id })
        ? leastTerm([assignment_days_max, ofCompany?.assignment_days_max])
        : null
      const period =
        daysMax === null ? {} : { end_date: lastDayOfTerm({}, { today: today(), daysMax }) }
      const place = `Em ${company.name}, ${spid === null ? 'para todos os SPIDs' : `SPID ${spid}`}.`
      return callWithPreview(
        {
          describe: `Dar o perfil ${name} de ${module.name} a ${user.name}`,
          consequence: [place, periodConsequence([period])].filter(Boolean).join(' '),
        },
        'userProfileAdd',
        { body: [{ user_id: user.id, profile_id: id, company_id: company.id, spid, ...period }] },
      )
    },
    done: 'Perfis atualizados com sucesso!',
    onDone,
    showProblem: (problem) => showRefusal(problem, userProfileRefusals(problem.code, true)),
  })
  const profiles = (data?.profiles ?? []).filter(
    (profile) => profile.module.id === module.id && profile.company_id.includes(company.id),
  )
  const [only, ...others] = profiles
  if (!only) return null
  const label = `Dar perfil de ${module.name}`
  if (others.length === 0)
    return (
      <Button loading={give.busy} onClick={() => give.start(only)}>
        {`${label}: ${only.name}`}
      </Button>
    )
  return (
    <Menu position="bottom-start" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button loading={give.busy}>{label}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {profiles.map((profile) => (
          <Menu.Item key={profile.id} onClick={() => give.start(profile)}>
            {profile.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Changes the period of assignments that have ended or not begun. */
function ChangePeriod({ why: { user, company, ways } }: { why: Why }) {
  const late = ways.filter(({ missing }) =>
    missing.some((link) => link === 'assignment-ended' || link === 'assignment-not-begun'),
  )
  const assigned = useAssigned(user.id, company.id, late)
  const [open, setOpen] = useState(false)
  if (assigned.length === 0) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        {assigned.some(hasEnded) ? 'Prorrogar' : 'Mudar o início'}
      </Button>
      {open && (
        <PeriodModal userName={user.name} assigned={assigned} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

/** Restores assignments that an access review has suspended. */
function Restore({ why: { user, company, ways } }: { why: Why }) {
  const suspended = ways.filter(({ missing }) => missing.includes('assignment-suspended'))
  const assigned = useAssigned(user.id, company.id, suspended)
  return assigned.length > 0 && <RestoreProfiles userName={user.name} assigned={assigned} />
}

/** Returns the assignments behind these ways; none if the signed-in user cannot give profiles. */
function useAssigned(userId: number, companyId: number, ways: Why['ways']) {
  const grant = { screen: '/user-edit-profile', action: 'update' } as const
  const granted = useAllowedActions(grant.screen)(grant.action)
  const isDelegatedOnly = useHoldsOnlyByDelegation()
  const changes = granted && !isDelegatedOnly(grant) && ways.length > 0
  const { data } = useQuery({
    ...queryOf('userProfileGet', { params: { id: String(userId) } }),
    enabled: changes,
  })
  if (!changes) return []
  return (data?.user_profiles ?? []).filter(
    (each) =>
      each.company_id === companyId &&
      ways.some(({ profile, spid }) => profile?.id === each.profile_id && spid === each.spid),
  )
}

/** Unblocks the user, if the signed-in user may change the whole account. */
function Unblock({ why: { user } }: { why: Why }) {
  const grant = { screen: '/user-edit', action: 'block' } as const
  const granted = useAllowedActions(grant.screen)(grant.action)
  const isDelegatedOnly = useHoldsOnlyByDelegation()
  const unblocks = granted && !isDelegatedOnly(grant)
  const { data } = useQuery({
    ...queryOf('userGet', { params: { id: String(user.id) } }),
    enabled: unblocks,
  })
  const onDone = useAnswerAgain()
  const unblock = useRecordAction({
    question: {
      text: 'Deseja mesmo desbloquear o usuário selecionado?',
      about: `Usuário: ${user.name}`,
    },
    write: () =>
      callWithPreview({ describe: `Desbloquear o usuário ${user.name}` }, 'userBlock', {
        body: { email: user.email, block: false },
      }),
    done: 'Usuário desbloqueado com sucesso!',
    onDone,
  })
  if (!data?.account_wide) return null
  return (
    <Button loading={unblock.busy} onClick={() => unblock.start()}>
      Desbloquear
    </Button>
  )
}

import { Skeleton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState, type ReactElement } from 'react'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { apiTokenStateLabels, type apiTokens } from '../../contract/api-tokens.ts'
import { queriesOf } from '../api/query-of.ts'
import { call } from '../api/api-client.ts'
import { useLeaveQuestion } from '../form/leave-question.ts'
import { useLeaveUnreadable, useRecord } from '../form/use-record.ts'
import { wordFilter } from '../list/list-filters.tsx'
import { useBackToList } from '../list/use-back-to-list.ts'
import { useList } from '../list/use-list.ts'
import { toUserList } from '../paths.ts'
import {
  useAllowedActions,
  useHoldsOnlyByDelegation,
} from '../session-state/use-allowed-actions.ts'
import { confirmAction } from '../ui/confirm-action.ts'
import { notify } from '../ui/notify.ts'
import { Page } from '../ui/page.tsx'
import { NewToken, uncopiedQuestion } from './new-token.tsx'
import { TokenGenerator } from './token-generator.tsx'
import { TokenHistory } from './token-history.tsx'
import { NoProfileNote, InactiveUserNote, DelegateTokenNote } from './token-note.tsx'

const unreadableHistory = 'Ocorreu um erro ao buscar o histórico de tokens.'
const stateFilter = wordFilter('Status', 'Todos os status', apiTokenStateLabels)

/** A user's API tokens (console.md §2): creates a token, shows it once, and revokes it. */
export default function TokenManagement(): ReactElement {
  const { id = 0 } = useSearch({ from: '/token-management' })
  const allows = useAllowedActions('/token-management')
  const delegatedOnly = useHoldsOnlyByDelegation()({
    screen: '/token-management',
    action: 'create',
  })
  const back = useBackToList(toUserList())
  const queries = useQueryClient()
  const { record: user, unreadable } = useRecord(() =>
    call('userGet', { params: { id: String(id) } }),
  )
  useLeaveUnreadable(unreadable, back, { unreadable: unreadableHistory })
  const { page, props } = useList('apiTokenList', {
    params: { userId: String(id) },
    filters: { state: stateFilter },
  })
  const failed = user !== undefined && props.onRetry !== undefined
  useEffect(() => {
    if (failed) notify.error(unreadableHistory)
  }, [failed])
  const [created, setCreated] = useState<SuccessOf<typeof apiTokens.apiTokenCreate> | null>(null)
  const [copiedId, setCopiedId] = useState<number | null>(null)
  const uncopied = created !== null && copiedId !== created.id
  useLeaveQuestion(uncopied ? uncopiedQuestion : null)
  const cancel = async () => {
    // Ask here, because `back` bypasses the link blocker.
    if (!uncopied || (await confirmAction(uncopiedQuestion))) back()
  }
  const title = useRef<HTMLHeadingElement>(null)
  const readAgain = () => queries.invalidateQueries(queriesOf('apiTokenList'))
  /** The pressed button disappears when the row changes, so the title takes the focus. */
  const readAfterRevoking = async () => {
    await readAgain()
    title.current?.focus()
  }
  const active = user?.status === 1 && user.suspended === 0
  /** Notes, form and history appear together, so that none moves another. */
  const loaded = user !== undefined && (page !== undefined || failed)
  const missingProfile = active && page?.enters === false

  return (
    <Page
      width="wide"
      title="Tokens do usuário"
      titleRef={title}
      subject={user ? `Usuário: ${user.name}` : null}
    >
      {!loaded && <Skeleton height="36rem" />}
      {loaded && (
        <>
          {created && (
            <NewToken key={created.id} created={created} onCopied={() => setCopiedId(created.id)} />
          )}
          {!active && <InactiveUserNote />}
          {delegatedOnly && <DelegateTokenNote />}
          {missingProfile && allows('create') && !delegatedOnly && <NoProfileNote userId={id} />}
          <TokenGenerator
            user={user}
            active={page?.active}
            mayGenerate={allows('create') && !delegatedOnly && active && !missingProfile}
            onCreated={(token) => {
              setCreated(token)
              void readAgain()
            }}
            onRefused={() => void readAgain()}
            onCancel={() => void cancel()}
          />
          <TokenHistory
            user={user}
            list={props}
            created={created?.id}
            mayRevoke={allows('delete')}
            onRevoked={(tokenId) => {
              if (created?.id === tokenId) setCreated(null)
              void readAfterRevoking()
            }}
            onRefused={() => void readAfterRevoking()}
          />
        </>
      )}
    </Page>
  )
}

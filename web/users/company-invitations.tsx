import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, type ReactElement } from 'react'
import type { Api } from '../../contract/api.ts'
import { maskCnpj } from '../../contract/cnpj.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { call } from '../api/api-client.ts'
import { queriesOf, queryOf } from '../api/query-of.ts'
import { useRecordAction } from '../form/use-record-action.ts'
import { useEndedSession } from '../session-state/use-ended-session.ts'
import { formatInstant } from '../../contract/shown.ts'
import { listBox } from '../ui/list-box.ts'
import { ListNote, ListUnreadable } from '../ui/list-note.tsx'
import { Page } from '../ui/page.tsx'
import classes from './company-invitations.module.css'

type Invitation = SuccessOf<Api['companyInvitationList']>['invitations'][number]

/** Invitations of companies to the signed-in user, who accepts or declines them (decision 29). */
export default function CompanyInvitations(): ReactElement {
  const title = useRef<HTMLHeadingElement>(null)
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(queryOf('companyInvitationList'))
  useEndedSession(error)
  /** The pressed button disappears with its invitation, so the title takes the focus. */
  const readAgain = async () => {
    await queries.invalidateQueries(queriesOf('companyInvitationList'))
    title.current?.focus()
  }
  const afterwards = { onDone: () => void readAgain(), onRefused: () => void readAgain() }
  const accept = useRecordAction({
    write: ({ id }: Invitation) => call('companyInvitationAccept', { params: { id: String(id) } }),
    done: 'Convite aceito. A empresa já pode dar perfis a você.',
    ...afterwards,
  })
  const decline = useRecordAction({
    question: ({ company }: Invitation) => ({
      text: 'Deseja realmente recusar o convite?',
      about: `Empresa: ${company.name}`,
      consequence: 'A empresa não é avisada, e pode convidar você de novo mais tarde.',
    }),
    write: ({ id }) => call('companyInvitationDecline', { params: { id: String(id) } }),
    done: 'Convite recusado.',
    ...afterwards,
  })
  const invitations = data?.invitations
  return (
    <Page
      width="narrow"
      title="Convites de empresas"
      titleRef={title}
      lead="Empresas que querem você entre os seus usuários. Aceitar ainda não dá acesso a nada: depois, a empresa escolhe os seus perfis."
    >
      <div
        className={`${listBox} ${classes['list']}`}
        aria-busy={invitations === undefined && !error}
      >
        {error && <ListUnreadable onRetry={() => void refetch()} />}
        {invitations && invitations.length > 0 && (
          <ul>
            {invitations.map((invitation) => (
              <li key={invitation.id}>
                <div>
                  <h2>{invitation.company.name}</h2>
                  <p>{`CNPJ ${maskCnpj(invitation.company.document)}`}</p>
                  <p>{`Convite de ${formatInstant(invitation.created_at)}, vale até ${formatInstant(invitation.expires_at)}`}</p>
                </div>
                <div className={classes['buttons']}>
                  <Button
                    variant="default"
                    aria-label={`Recusar: ${invitation.company.name}`}
                    onClick={() => decline.start(invitation)}
                  >
                    Recusar
                  </Button>
                  <Button
                    aria-label={`Aceitar: ${invitation.company.name}`}
                    onClick={() => accept.start(invitation)}
                  >
                    Aceitar
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        )}
        <ListNote door="open">
          {invitations?.length === 0 && 'Nenhum convite para responder.'}
        </ListNote>
      </div>
    </Page>
  )
}

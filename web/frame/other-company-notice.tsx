import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { openTabFor } from '../api/tab-place.ts'
import { leaveWithoutAsking, mayLeave } from '../form/leave-question.ts'
import { toAccessPage, toHome } from '../paths.ts'
import { reenterPlace } from '../session-state/reenter-place.ts'
import { endedSession, isSessionProblem } from '../session-state/session-end.ts'
import {
  companyAndSpid,
  useSession,
  useSessionCompany,
  useTabSession,
} from '../session-state/session.ts'
import { storage } from '../storage.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorLine } from '../ui/error-line.tsx'
import { useReturnFocus } from '../ui/use-return-focus.ts'
import classes from './other-company-notice.module.css'

/**
 * Dialog shown while the browser's session is in another company than this tab. Until one of the two has changed, the
 * tab sends no requests (decision 55).
 */
export function OtherCompanyNotice() {
  return useTabSession() === 'moved' && <Notice />
}

/** Typed text stays in the form below the dialog, which cannot be dismissed. */
function Notice() {
  const { userData } = useSession()
  const own = companyAndSpid(userData) ?? 'a empresa desta aba'
  const other = useSessionCompany()
  const queryClient = useQueryClient()
  useReturnFocus()
  const stay = useMutation({
    mutationFn: reenterPlace,
    onSuccess: (reentered) => {
      if (!reentered) return
      // Refetch what this tab could not load in the meantime.
      void queryClient.refetchQueries({
        predicate: ({ state: { error } }) => error !== null && isSessionProblem(error),
      })
    },
    onError: endedSession,
  })
  const go = async () => {
    const token = storage.get('token')
    if (token === null || !(await mayLeave())) return
    openTabFor(token)
    leaveWithoutAsking((other === null ? toAccessPage() : toHome()).to)
  }
  return (
    <Dialog
      opened
      onClose={keepOpen}
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
      title="A empresa mudou em outra aba"
    >
      <p className={classes['text']}>
        {other === null
          ? `Esta aba foi aberta para ${own}, e em outra aba você entrou de novo, ainda sem escolher uma empresa.`
          : `Esta aba foi aberta para ${own}, e em outra aba você passou a atuar por ${other}.`}
      </p>
      <p className={classes['text']}>
        Nada é salvo enquanto você não escolher. O que você digitou aqui só é mantido se você
        continuar em {own}.
      </p>
      <ErrorLine>
        {stay.data === false
          ? `Você não pode mais entrar no console por ${own}.`
          : stay.isError
            ? 'Não foi possível continuar. Tente novamente.'
            : null}
      </ErrorLine>
      <div className={classes['buttons']}>
        <Button loading={stay.isPending} onClick={() => stay.mutate()} data-autofocus>
          Continuar em {own}
        </Button>
        <Button variant="default" disabled={stay.isPending} onClick={() => void go()}>
          {other === null ? 'Ir para a página de acesso' : `Ir para ${other}`}
        </Button>
      </div>
    </Dialog>
  )
}

const keepOpen = () => undefined

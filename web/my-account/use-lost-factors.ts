import { useQuery, useQueryClient } from '@tanstack/react-query'
import { queriesOf, queryOf } from '../api/query-of.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { useRecordAction } from '../form/use-record-action.ts'

/**
 * Starts the removal of all own factors, for a user who has lost them (decision 96). `start` is undefined until the
 * pending recoveries are read, and while such a removal is pending. Reads only while `enabled`.
 */
export function useLostFactors({ enabled, onDone }: { enabled: boolean; onDone?: () => void }): {
  start: (() => void) | undefined
} {
  const { data } = useQuery({ ...queryOf('recoveryList'), enabled })
  const queries = useQueryClient()
  const action = useRecordAction({
    write: (waitHours: number) =>
      callConfirmed(
        {
          describe: 'Iniciar a remoção das chaves de acesso, do aplicativo e dos códigos',
          consequence: `Ela vale depois de ${waitHours} horas, em que você e quem administra a sua empresa podem cancelar.`,
          danger: true,
        },
        'recoveryStart',
      ),
    done: 'Remoção iniciada. Você pode cancelar enquanto ela espera.',
    onDone: () => void queries.invalidateQueries(queriesOf('recoveryList')).then(onDone),
  })
  const offered = data && !data.recoveries.some(({ kind }) => kind === 'factors')
  return { start: offered ? () => action.start(data.wait_hours) : undefined }
}

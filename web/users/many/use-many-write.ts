import { useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import type { AccessEffect } from '../../../contract/access-effect.ts'
import { queriesOf } from '../../api/query-of.ts'
import type { ApiProblem } from '../../api/api-problem.ts'
import { openConfirmation } from '../../confirm-identity/confirm-identity-request.ts'
import { useRecordAction } from '../../form/use-record-action.ts'
import { refusedIn, type RefusedPerson, type SelectedPeople } from './selected-people.ts'

/** A refused write: the reason and the users who caused it. */
export interface ManyRefusal {
  failure: string
  reason: string
  people: readonly RefusedPerson[]
}

/** One write for several users. */
export interface ManyWrite {
  /** Progress text: 'Bloqueando 12 usuários…'. */
  doing: string
  /** Previews the effect before the identity confirmation; undefined if it cannot be previewed now. */
  preview: () => Promise<AccessEffect | undefined>
  /** Asks for the identity confirmation, sends the write and returns the success message. */
  send: (effect: AccessEffect | undefined) => Promise<string>
  failure: string
  /** Maps the index of a refused field to a user id. */
  idAt: (place: number) => number | undefined
}

interface ManyWriteState {
  start: (write: ManyWrite) => void
  busy: boolean
  /** Progress text; null if no write is running, and while a dialog is open. */
  doing: string | null
  refusal: ManyRefusal | null
  dismiss: () => void
}

/** Runs writes for the selected users: preview, identity confirmation, write. */
export function useManyWrite(people: SelectedPeople, onDone: () => void): ManyWriteState {
  const queries = useQueryClient()
  const [doing, setDoing] = useState<string | null>(null)
  const [current, setCurrent] = useState<ManyWrite>()
  const [refusal, setRefusal] = useState<ManyRefusal | null>(null)
  const asking = useSyncExternalStore(openConfirmation.subscribe, openConfirmation.get) !== null

  const action = useRecordAction({
    async write(write: ManyWrite) {
      setCurrent(write)
      try {
        setDoing('Verificando o que muda…')
        const effect = await write.preview()
        setDoing(write.doing)
        return await write.send(effect)
      } finally {
        setDoing(null)
      }
    },
    done: (message: string) => message,
    onDone() {
      onDone()
      void queries.invalidateQueries(queriesOf('userSearch'))
    },
    showProblem: (problem: ApiProblem) => {
      setRefusal({
        failure: current?.failure ?? '',
        reason: problem.httpMessage,
        people: refusedIn(problem.fields, people, (place) => current?.idAt(place)),
      })
    },
  })
  return {
    start(write) {
      setRefusal(null)
      action.start(write)
    },
    busy: action.busy,
    doing: asking ? null : doing,
    refusal,
    dismiss: () => setRefusal(null),
  }
}

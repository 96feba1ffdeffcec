import { useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import type { AccessEffect } from '../../../contract/access-effect.ts'
import type { ApiProblem } from '../../api/api-problem.ts'
import { openConfirmation } from '../../confirm-identity/confirm-identity-request.ts'
import { useRecordAction } from '../../form/use-record-action.ts'
import type { Question } from '../../ui/confirm-action.ts'
import { refusedIn, type RefusedPerson, type SelectedPeople } from './selected-people.ts'

/** Why nothing was done, and because of whom. */
export interface ManyRefusal {
  failure: string
  reason: string
  people: readonly RefusedPerson[]
}

/** One write for many people. */
export interface ManyWrite {
  /** Absent where the person has chosen in a modal what is to be done. */
  question?: Question
  /** What is told of it while it lasts: 'Bloqueando 12 usuários…'. */
  doing: string
  /** What it would change, asked before anybody proves identity for it. */
  foresee: () => Promise<AccessEffect>
  /** Proves identity and sends it; answers the sentence that tells of success. */
  send: (effect: AccessEffect) => Promise<string>
  failure: string
  /** Whom the place of a refused field is of. */
  idAt: (place: number) => number | undefined
}

interface ManyWriteState {
  start: (write: ManyWrite) => void
  busy: boolean
  /** What is under way, while the person waits for it and nothing is asked. */
  doing: string | null
  refusal: ManyRefusal | null
  dismiss: () => void
}

/** Writes for the people who are selected: question, what would change, proof of identity, write. */
export function useManyWrite(people: SelectedPeople, onDone: () => void): ManyWriteState {
  const queries = useQueryClient()
  const [doing, setDoing] = useState<string | null>(null)
  const [current, setCurrent] = useState<ManyWrite>()
  const [refusal, setRefusal] = useState<ManyRefusal | null>(null)
  const asking = useSyncExternalStore(openConfirmation.subscribe, openConfirmation.get) !== null

  const action = useRecordAction({
    question: ({ question }: ManyWrite) => question,
    async write(write: ManyWrite) {
      setCurrent(write)
      try {
        setDoing('Verificando o que muda…')
        const effect = await write.foresee()
        setDoing(write.doing)
        return await write.send(effect)
      } finally {
        setDoing(null)
      }
    },
    done: (told: string) => told,
    onDone() {
      onDone()
      void queries.invalidateQueries({ queryKey: ['userSearch'] })
    },
    tell: (problem: ApiProblem) => {
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

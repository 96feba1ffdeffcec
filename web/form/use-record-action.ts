import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ApiProblem } from '../api/api-problem.ts'
import { confirmAction, type Question } from '../ui/confirm-action.ts'
import { notify } from '../ui/notify.ts'
import { refusalOf, tellRefusal, type Refusals } from './tell-problem.ts'
import { useLeaveAfter } from './use-leave-after.ts'

type Asked = string | Question

interface RecordActionOptions<Target, Answer> {
  /** Asked before anything is sent; without it nothing is asked. */
  question?: Asked | ((target: Target) => Asked | undefined)
  /** Sends the write: by `callConfirmed` where the contract asks for proof of identity. */
  write: (target: Target) => Promise<Answer>
  /** The sentence that tells of success. */
  done: string | ((answer: Answer) => string)
  onDone?: (answer: Answer) => void
  /** What is told of a refusal; without a table, the words of the server. */
  refusals?: Refusals
  /** Called after a refusal was told, for a screen that reads its record again. */
  onRefused?: () => void
  /** Tells a refusal where it is not to be told in a toast. */
  tell?: (problem: ApiProblem) => void
  /** Leaves the screen, once the action is done. */
  leave?: () => void
}

interface RecordAction<Target> {
  start: (target: Target) => void
  /** Whether it is under way, or done and about to leave the screen. */
  busy: boolean
  done: boolean
}

/**
 * One action on a record: asks, proves identity, writes, tells how it went, and leads back (console.md §4). A second
 * press while it is under way does nothing: a button that is switched off meanwhile would lose the focus.
 */
export function useRecordAction<Answer, Target = void>(
  options: RecordActionOptions<Target, Answer>,
): RecordAction<Target> {
  const { question, refusals, leave } = options
  const queryClient = useQueryClient()
  // `isPending` is shown a moment later: whoever has just answered 'Não' to what `write` asked may press again before.
  const underWay = useRef(false)
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: options.write,
    onSuccess: (answer) => {
      underWay.current = leave !== undefined
      // Nobody is shown what was read before this write.
      queryClient.removeQueries({ type: 'inactive' })
      notify.success(typeof options.done === 'string' ? options.done : options.done(answer))
      options.onDone?.(answer)
    },
    onMutate: () => void (underWay.current = true),
    onError: (error) => {
      underWay.current = false
      const problem = refusalOf(error)
      if (!problem) return
      if (options.tell) options.tell(problem)
      else tellRefusal(problem, refusals)
      options.onRefused?.()
    },
  })
  const leaving = leave !== undefined && isSuccess
  useLeaveAfter(leaving, leave ?? stay)

  const start = async (target: Target) => {
    if (underWay.current) return
    notify.clear()
    const asked = typeof question === 'function' ? question(target) : question
    if (asked === undefined || (await confirmAction(asked))) mutate(target)
  }
  return {
    start: (target) => void start(target),
    busy: isPending || leaving,
    done: isSuccess,
  }
}

const stay = () => {}

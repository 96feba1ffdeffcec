import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef, type RefObject } from 'react'
import type { ApiProblem } from '../api/api-problem.ts'
import { ConfirmationCancelled } from '../confirm-identity/confirm-identity-request.ts'
import { confirmAction, type Question } from '../ui/confirm-action.ts'
import { notify } from '../ui/notify.ts'
import { offerUndo } from '../ui/undo.ts'
import { refusalOf, showRefusal, type Refusals } from './show-refusal.ts'
import { useDelayedLeave } from './use-delayed-leave.ts'

type Prompt = string | Question

interface RecordActionOptions<Target, Result> {
  /**
   * Question to ask before a write that needs no identity confirmation. A sensitive write shows its question in the
   * confirmation (decision 71).
   */
  question?: Prompt | ((target: Target) => Prompt | undefined)
  /** Sends the write; with `callConfirmed` if the contract requires a confirmation. */
  write: (target: Target) => Promise<Result>
  /** Success message. */
  done: string | ((result: Result) => string)
  onDone?: (result: Result) => void
  /** Messages for refusals; if absent, the server's message is shown. */
  refusals?: Refusals
  /** Called after a refusal was shown, for a screen that reloads its record. */
  onRefused?: () => void
  /** Shows a refusal in another way than a toast. */
  showProblem?: (problem: ApiProblem) => void
  /** Leaves the screen once the action is done. */
  leave?: () => void
  /** The opposite write, which is offered to the user after this write (decision 79). */
  undo?: (result: Result) => UndoWrite | false
}

interface UndoWrite {
  /** What was done, with the name of the record: 'Bloqueio de Ana Lima'. */
  message: string
  /** Sends the opposite write. If the contract requires a confirmation, it opens as for any such write. */
  write: () => Promise<unknown>
  /** Success message of the opposite write. */
  done: string
  refusals?: Refusals | undefined
  /** Path of the screen to which the action leads. */
  leadsTo?: string | undefined
}

interface RecordAction<Target> {
  start: (target: Target) => void
  /** The action is running, or done and about to leave the screen. */
  busy: boolean
  done: boolean
}

/**
 * An action on a record: asks, confirms, writes, shows the result and goes back (console.md §4). A second click while
 * it runs is ignored; the button is not disabled, because it would lose the focus.
 */
export function useRecordAction<Result, Target = void>(
  options: RecordActionOptions<Target, Result>,
): RecordAction<Target> {
  const { question, refusals, leave } = options
  const queryClient = useQueryClient()
  // `isPending` changes only with the next render. After 'Não' to a question of `write` the user may click again before
  // that.
  const running = useRef(false)
  const pressed = useRef<Element | null>(null)
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: options.write,
    onSuccess: (result) => {
      running.current = leave !== undefined
      // Cached reads from before this write are outdated.
      queryClient.removeQueries({ type: 'inactive' })
      notify.success(typeof options.done === 'string' ? options.done : options.done(result))
      const undo = options.undo?.(result)
      if (undo) offerUndoOf(undo, queryClient)
      options.onDone?.(result)
    },
    onMutate: () => void (running.current = true),
    onError: (error) => {
      running.current = false
      const problem = refusalOf(error)
      if (!problem) return
      if (options.showProblem) options.showProblem(problem)
      else showRefusal(problem, refusals)
      options.onRefused?.()
    },
  })
  useReturnFocusAfter(isPending, pressed)
  const leaving = leave !== undefined && isSuccess
  useDelayedLeave(leaving, leave ?? stay)

  const start = async (target: Target) => {
    if (running.current) return
    pressed.current = document.activeElement
    notify.clear()
    const prompt = typeof question === 'function' ? question(target) : question
    if (prompt === undefined || (await confirmAction(prompt))) mutate(target)
  }
  return {
    start: (target) => void start(target),
    busy: isPending || leaving,
    done: isSuccess,
  }
}

const stay = () => {}

/** Offers the opposite write. It does not depend on the screen, which the action may leave. */
function offerUndoOf({ message, write, done, refusals, leadsTo }: UndoWrite, queries: QueryClient) {
  const undo = async () => {
    try {
      await write()
      notify.success(done)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      if (error instanceof ConfirmationCancelled) return 'cancelled'
      const problem = refusalOf(error)
      if (problem) showRefusal(problem, refusals)
    }
    await queries.invalidateQueries()
    return undefined
  }
  offerUndo({ message, undo, leadsTo })
}

/** Returns the focus to the pressed button, which lost it while it was disabled by its loader. */
function useReturnFocusAfter(busy: boolean, pressed: RefObject<Element | null>): void {
  useEffect(() => {
    if (!busy) return undefined
    return () => {
      requestAnimationFrame(() => {
        const { current } = pressed
        if (current instanceof HTMLElement && document.activeElement === document.body)
          current.focus()
      })
    }
  }, [busy, pressed])
}

import { cleanNotifications, notificationsStore } from '@mantine/notifications'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ProblemCode } from '../../contract/problems.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { ConfirmationCancelled } from '../confirm-identity/confirm-identity-request.ts'
import { refusalOf, showRefusal, type Refusals } from './show-refusal.ts'

const refusals: Refusals = {
  failure: 'Não foi salvo.',
  errors: ['function-of-console'],
  warnings: ['service-name-in-use'],
  reasons: ['profile-held'],
}

const problemOf = (code: ProblemCode) =>
  new ApiProblem({ code, status: 409, httpMessage: `Frase de ${code}.` })

const shownToasts = () => {
  const { notifications, queue } = notificationsStore.getState()
  return [...notifications, ...queue].map(({ color, message }) => [color, message])
}

beforeEach(() => cleanNotifications())

describe('showRefusal', () => {
  it('shows the failure message if the table does not list the problem', () => {
    showRefusal(problemOf('service-not-found'), refusals)
    expect(shownToasts()).toEqual([['red', 'Não foi salvo.']])
  })

  it("shows a warning with the server's message instead of the failure message", () => {
    showRefusal(problemOf('service-name-in-use'), refusals)
    expect(shownToasts()).toEqual([['yellow', 'Frase de service-name-in-use.']])
  })

  it("shows an error with the server's message instead of the failure message", () => {
    showRefusal(problemOf('function-of-console'), refusals)
    expect(shownToasts()).toEqual([['red', 'Frase de function-of-console.']])
  })

  it('shows the failure message and then the reason', () => {
    showRefusal(problemOf('profile-held'), refusals)
    expect(shownToasts()).toEqual([
      ['red', 'Não foi salvo.'],
      ['yellow', 'Frase de profile-held.'],
    ])
  })

  it("shows the server's message if there is no table", () => {
    showRefusal(problemOf('not-found'))
    expect(shownToasts()).toEqual([['red', 'Frase de not-found.']])
  })
})

describe('refusalOf', () => {
  it('returns null after a cancelled confirmation', () => {
    expect(refusalOf(new ConfirmationCancelled())).toBeNull()
  })

  it('rethrows an error that is not an ApiProblem', () => {
    const fault = new TypeError('a bug')
    expect(() => refusalOf(fault)).toThrow(fault)
  })

  it('returns the ApiProblem', () => {
    const problem = problemOf('not-found')
    expect(refusalOf(problem)).toBe(problem)
  })
})

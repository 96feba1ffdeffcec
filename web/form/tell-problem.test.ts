import { cleanNotifications, notificationsStore } from '@mantine/notifications'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ProblemCode } from '../../contract/problems.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { ConfirmationCancelled } from '../confirm-identity/confirm-identity-request.ts'
import { refusalOf, tellRefusal, type Refusals } from './tell-problem.ts'

const refusals: Refusals = {
  failure: 'Não foi salvo.',
  errors: ['function-of-console'],
  warnings: ['service-name-in-use'],
  reasons: ['profile-held'],
}

const problemOf = (code: ProblemCode) =>
  new ApiProblem({ code, status: 409, httpMessage: `Frase de ${code}.` })

const told = () => {
  const { notifications, queue } = notificationsStore.getState()
  return [...notifications, ...queue].map(({ color, message }) => [color, message])
}

beforeEach(() => cleanNotifications())

describe('tellRefusal', () => {
  it('tells the failure where the table has nothing for the problem', () => {
    tellRefusal(problemOf('service-not-found'), refusals)
    expect(told()).toEqual([['red', 'Não foi salvo.']])
  })

  it("tells a warning in the problem's own words instead of the failure", () => {
    tellRefusal(problemOf('service-name-in-use'), refusals)
    expect(told()).toEqual([['yellow', 'Frase de service-name-in-use.']])
  })

  it("tells an error in the problem's own words instead of the failure", () => {
    tellRefusal(problemOf('function-of-console'), refusals)
    expect(told()).toEqual([['red', 'Frase de function-of-console.']])
  })

  it('tells the failure and then its reason', () => {
    tellRefusal(problemOf('profile-held'), refusals)
    expect(told()).toEqual([
      ['red', 'Não foi salvo.'],
      ['yellow', 'Frase de profile-held.'],
    ])
  })

  it('tells the words of the server where there is no table', () => {
    tellRefusal(problemOf('not-found'))
    expect(told()).toEqual([['red', 'Frase de not-found.']])
  })
})

describe('refusalOf', () => {
  it('finds nothing to tell after a cancelled confirmation', () => {
    expect(refusalOf(new ConfirmationCancelled())).toBeNull()
  })

  it('throws what is no refusal of the server', () => {
    const fault = new TypeError('a fault of ours')
    expect(() => refusalOf(fault)).toThrow(fault)
  })

  it('answers the refusal itself', () => {
    const problem = problemOf('not-found')
    expect(refusalOf(problem)).toBe(problem)
  })
})

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccessEffect } from '../../contract/access-effect.ts'
import { listOffers } from '../../server/access/access-queries.ts'
import { findGrants } from '../../server/sessions/grants-queries.ts'
import { PermissionSet } from '../../server/sessions/permission-sets.ts'
import { changeOf, modelChanges } from './access-changes.ts'
import { makeModel, type ModelIds, setState } from './access-model.ts'
import {
  accessIn,
  accessStates,
  type AccessState,
  answerOf,
  type ModelAnswer,
  type ModelQuestion,
  modelQuestions,
  modelSize,
  modelSpids,
  questionOn,
} from './access-reference-model.ts'
import { administratorOf, type ConsoleClient } from './console-client.ts'
import { createTestApp, type TestApp } from './test-app.ts'

let app: TestApp
let admin: ConsoleClient
let ids: ModelIds

const at = (list: readonly number[], n: number): number => list[n] ?? 0
const nameOf = (spid: number | null): string | null =>
  spid === null ? null : (modelSpids[spid] ?? null)

/** Whether the guard grants access. */
async function decided(question: ModelQuestion): Promise<boolean> {
  const place = {
    moduleId: at(ids.modules, question.module),
    companyId: at(ids.companies, question.company),
    spid: nameOf(question.spid),
  }
  const found = await findGrants(
    app.app.db,
    at(ids.people, question.person),
    place,
    app.clock.now(),
  )
  if (!found || question.function === null) return found !== undefined
  const { functions } = new PermissionSet('', found.permissions).contents
  const opened = functions.find(({ path }) => path === `/modelo/${question.function}`)
  if (!opened || !question.action) return opened !== undefined
  return opened.actions.some(({ path }) => path === `acao-${question.function}`)
}

/** Whether the access page offers this access. */
async function offered(question: ModelQuestion): Promise<boolean> {
  const [offer] = await listOffers(app.app.db, at(ids.people, question.person), app.clock.now(), {
    companyId: at(ids.companies, question.company),
    moduleId: at(ids.modules, question.module),
  })
  if (!offer || question.spid === null) return offer !== undefined
  return offer.spids.some(({ spid }) => spid === nameOf(question.spid))
}

/** Returns the explanation that 'Por quê?' shows. */
async function explained(question: ModelQuestion): Promise<ModelAnswer> {
  const spid = nameOf(question.spid)
  const { data } = await admin.call('userProfileWhy', {
    params: { id: String(at(ids.people, question.person)) },
    query: {
      company_id: at(ids.companies, question.company),
      module_id: at(ids.modules, question.module),
      ...(spid !== null && { spid }),
      ...(question.function !== null && { function_id: at(ids.functions, question.function) }),
      ...(question.function !== null &&
        question.action && { action_id: at(ids.actions, question.function) }),
    },
  })
  return {
    allowed: data.allowed,
    missing: data.missing.toSorted(),
    ways: data.ways
      .map(({ profile, by, missing }) => ({
        profile: ids.profiles.indexOf(profile?.id ?? 0),
        by,
        missing: missing.toSorted(),
      }))
      .toSorted(byText),
  }
}

const byText = (one: unknown, other: unknown): number =>
  JSON.stringify(one) < JSON.stringify(other) ? -1 : 1

function expected(state: AccessState, question: ModelQuestion): ModelAnswer {
  const { allowed, missing, ways } = answerOf(state, question)
  return {
    allowed,
    missing: missing.toSorted(),
    ways: ways.map((way) => ({ ...way, missing: way.missing.toSorted() })).toSorted(byText),
  }
}

/** Returns the counts of users affected by a change, according to the reference model. */
function modelEffect(before: AccessState, after: AccessState) {
  const people = Array.from({ length: modelSize.people }, (_, person) => ({
    was: accessIn(before, person),
    is: accessIn(after, person),
  }))
  // A preview reports SPIDs only for modules, not for their functions and actions.
  const shown = (access: Set<string>) =>
    new Set([...access].filter((one) => one.includes('null') || one.split(' ').length === 3))
  const count = (differs: (one: (typeof people)[number]) => boolean) =>
    people.filter(differs).length
  return {
    people: count(({ was, is }) => was.symmetricDifference(is).size > 0),
    losing: count(({ was, is }) => shown(was).difference(shown(is)).size > 0),
    gaining: count(({ was, is }) => shown(is).difference(shown(was)).size > 0),
  }
}

const countsOf = ({ people, losing, gaining }: AccessEffect) => ({
  people: people.count,
  losing: losing.count,
  gaining: gaining.count,
})

/** Defines the tests that compare the product with the reference model in this number of random scenarios each. */
export function testAccessModel(numRuns: number): void {
  beforeAll(async () => {
    app = await createTestApp()
    admin = await administratorOf(app)
    ids = await makeModel(app)
  })
  afterAll(() => app.close())

  test("the guard, the access page, 'Por quê?' and the reference model agree", async () => {
    await fc.assert(
      fc.asyncProperty(accessStates, modelQuestions, async (state, questions) => {
        await setState(app.db, ids, state, app.clock)
        for (const drawn of questions) {
          const question = questionOn(state, drawn)
          const answer = expected(state, question)
          expect(await decided(question)).toBe(answer.allowed)
          expect(await explained(question)).toEqual(answer)
          const entry = { ...question, function: null, action: false }
          expect(await offered(entry)).toBe(answerOf(state, entry).allowed)
        }
      }),
      { numRuns },
    )
  }, 600_000)

  test('a preview equals the effect of the write and the reference model', async () => {
    const previewed = new Set<string>()
    await fc.assert(
      fc.asyncProperty(accessStates, modelChanges, async (state, drawn) => {
        await setState(app.db, ids, state, app.clock)
        const { after, operation, ...input } = changeOf(state, ids, drawn)
        const { data, outcome } = await admin.call('accessEffectForesee', {
          body: { operation, ...input },
        })
        expect(outcome, operation).toBe('200')
        // Skip refused writes, such as adding a function to a deleted profile: they change nothing.
        fc.pre(data.refused === null)
        previewed.add(operation)
        expect(countsOf(data), operation).toEqual(modelEffect(state, after))
      }),
      { numRuns },
    )
    // Ensures that nearly all kinds of writes were covered.
    expect(previewed.size).toBeGreaterThan(14)
  }, 600_000)
}

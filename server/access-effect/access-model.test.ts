import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccessEffect } from '../../contract/access-effect.ts'
import { listOffers } from '../access/access-queries.ts'
import { findGrants } from '../sessions/grants-queries.ts'
import { Layout } from '../sessions/layouts.ts'
import { changeOf, modelChanges } from '../testing/access-changes.ts'
import { makeModel, type ModelIds, setState } from '../testing/access-model.ts'
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
} from '../testing/access-oracle.ts'
import { administratorOf, type ConsoleClient } from '../testing/console-client.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

/** In the gate 300; `ACCESS_MODELS=10000` on demand. */
const numRuns = Number(process.env.ACCESS_MODELS ?? 300)

let app: TestApp
let admin: ConsoleClient
let ids: ModelIds

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
  ids = await makeModel(app)
})
afterAll(() => app.close())

const at = (list: readonly number[], n: number): number => list[n] ?? 0
const nameOf = (spid: number | null): string | null =>
  spid === null ? null : (modelSpids[spid] ?? null)

/** What lets people in, or keeps them out: that which the guard asks. */
async function decided(asked: ModelQuestion): Promise<boolean> {
  const place = {
    moduleId: at(ids.modules, asked.module),
    companyId: at(ids.companies, asked.company),
    spid: nameOf(asked.spid),
  }
  const found = await findGrants(app.db, at(ids.people, asked.person), place, app.clock.now())
  if (!found || asked.function === null) return found !== undefined
  const { functions } = new Layout('', found.layout).contents
  const opened = functions.find(({ path }) => path === `/modelo/${asked.function}`)
  if (!opened || !asked.action) return opened !== undefined
  return opened.actions.some(({ path }) => path === `acao-${asked.function}`)
}

/** Whether the access page offers it. */
async function offered(asked: ModelQuestion): Promise<boolean> {
  const [offer] = await listOffers(app.db, at(ids.people, asked.person), app.clock.now(), {
    companyId: at(ids.companies, asked.company),
    moduleId: at(ids.modules, asked.module),
  })
  if (!offer || asked.spid === null) return offer !== undefined
  return offer.spids.some(({ spid }) => spid === nameOf(asked.spid))
}

/** What 'Por quê?' says. */
async function explained(asked: ModelQuestion): Promise<ModelAnswer> {
  const spid = nameOf(asked.spid)
  const { data } = await admin.call('userProfileWhy', {
    params: { id: String(at(ids.people, asked.person)) },
    query: {
      company_id: at(ids.companies, asked.company),
      module_id: at(ids.modules, asked.module),
      ...(spid !== null && { spid }),
      ...(asked.function !== null && { function_id: at(ids.functions, asked.function) }),
      ...(asked.function !== null &&
        asked.action && { action_id: at(ids.actions, asked.function) }),
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

function expected(state: AccessState, asked: ModelQuestion): ModelAnswer {
  const { allowed, missing, ways } = answerOf(state, asked)
  return {
    allowed,
    missing: missing.toSorted(),
    ways: ways.map((way) => ({ ...way, missing: way.missing.toSorted() })).toSorted(byText),
  }
}

test("the guard, the access page, 'Por quê?' and a small judge of its own agree", async () => {
  await fc.assert(
    fc.asyncProperty(accessStates, modelQuestions, async (state, questions) => {
      await setState(app.db, ids, state, app.clock)
      for (const drawn of questions) {
        const asked = questionOn(state, drawn)
        const wanted = expected(state, asked)
        expect(await decided(asked)).toBe(wanted.allowed)
        expect(await explained(asked)).toEqual(wanted)
        const entry = { ...asked, function: null, action: false }
        expect(await offered(entry)).toBe(answerOf(state, entry).allowed)
      }
    }),
    { numRuns },
  )
}, 600_000)

/** How many people a change concerns by the judge's reckoning. */
function foretold(before: AccessState, after: AccessState) {
  const people = Array.from({ length: modelSize.people }, (_, person) => ({
    was: accessIn(before, person),
    is: accessIn(after, person),
  }))
  // Of SPIDs only is told that one may enter for them, not what one may do there.
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

test('what a write is said to change is what it changes, and the judge says the same', async () => {
  const foreseen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(accessStates, modelChanges, async (state, drawn) => {
      await setState(app.db, ids, state, app.clock)
      const { after, operation, ...input } = changeOf(state, ids, drawn)
      const { data, outcome } = await admin.call('accessEffectForesee', {
        body: { operation, ...input },
      })
      expect(outcome, operation).toBe('200')
      // What is refused changes nothing: a profile that is deleted gets no function.
      fc.pre(data.refused === null)
      foreseen.add(operation)
      expect(countsOf(data), operation).toEqual(foretold(state, after))
    }),
    { numRuns },
  )
  // Each kind of write was looked at, or this test would say less than it seems to.
  expect(foreseen.size).toBeGreaterThan(14)
}, 600_000)

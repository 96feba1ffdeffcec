import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectralCore from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { expect, test } from 'vitest'
import { api } from '../../contract/api.ts'
import { openApiDocument } from './openapi.ts'

// Linting takes seconds, or longer on a busy machine.
const timeout = 120_000
const document = openApiDocument(api, 'https://acesso.associacao.org')

/** Findings that are accepted, with the reasons. */
const accepted = new Map([
  // Literal paths of the specification overlap; a literal segment takes precedence over a parameter.
  ['no-ambiguous-paths', /\/api\/(company|module|plan-company|plan-module|user|user-profile)\//],
  // Identity providers redirect browsers to this path, and its response is another redirect.
  ['operation-2xx-response', /federated~1callback/],
])

test('the document follows Redocly’s recommended rules', { timeout }, async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: '/openapi.json',
    config,
  })
  const found = problems.map(({ ruleId, message, location }) => ({
    rule: ruleId,
    where: `${message} ${location.map(({ pointer }) => pointer).join()}`,
  }))
  expect(found.filter(({ rule, where }) => !accepted.get(rule)?.test(where))).toEqual([])
  expect(new Set(found.map(({ rule }) => rule)), 'accepted, but no longer found').toEqual(
    new Set(accepted.keys()),
  )
})

test('the document follows Spectral’s recommended rules', { timeout }, async () => {
  const spectral = new spectralCore.Spectral()
  spectral.setRuleset(new spectralCore.Ruleset(oas))
  const problems = await spectral.run(document)
  expect(problems.map(({ code, message, path }) => [code, message, path.join('/')])).toEqual([])
})

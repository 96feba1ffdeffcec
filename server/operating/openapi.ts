import { z } from 'zod'
import { type Json, parametersOf, schemaOf } from './openapi-schema.ts'
import { securityOf, securitySchemes } from './openapi-security.ts'
import {
  type Access,
  type Endpoint,
  type Endpoints,
  eventOf,
  type Grant,
  grantsFor,
} from '../../contract/endpoint.ts'
import {
  exportProblems,
  guardProblems,
  problems,
  sharedProblems,
  type ProblemCode,
} from '../../contract/problems.ts'

/** Returns the OpenAPI 3.1 document, generated from the contract. */
export function openApiDocument(endpoints: Endpoints, publicUrl: string): Json {
  const paths: Record<string, Json> = {}
  for (const [operation, endpoint] of Object.entries(endpoints)) {
    const path = (paths[`/api${endpoint.path}`] ??= {})
    path[endpoint.method.toLowerCase()] = describeOperation(operation, endpoint)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Gestão de Acesso',
      version: '1',
      contact: { name: 'Gestão de Acesso', url: publicUrl },
      license: { name: 'UNLICENSED', identifier: 'LicenseRef-UNLICENSED' },
      description:
        'Success: `{"result":{"data":…}}`. Failure: `{"result":{"httpStatus","httpMessage","code","requestId"}}`.',
    },
    servers: [{ url: publicUrl }],
    tags: tagsOf(endpoints),
    paths,
    components: {
      schemas: { Failure: failureSchema },
      securitySchemes: securitySchemes(publicUrl),
    },
  }
}

function describeOperation(operation: string, endpoint: Endpoint): Json {
  return {
    operationId: operation,
    tags: [tagOf(endpoint)],
    summary: endpoint.summary,
    description: describeAccess(endpoint),
    'x-access': endpoint.access,
    'x-confirm': endpoint.confirm ?? false,
    'x-audit': eventOf(endpoint),
    security: securityOf(endpoint),
    parameters: parametersOf(endpoint),
    ...requestBodyOf(endpoint),
    responses: {
      ['redirect' in endpoint.success ? 302 : 200]: successResponse(endpoint),
      ...failureResponses(endpoint),
    },
  }
}

function requestBodyOf({ body, upload }: Endpoint): Json {
  const content = upload
    ? Object.fromEntries(upload.map((type) => [type, {}]))
    : body && { 'application/json': { schema: schemaOf(body, 'input') } }
  return content ? { requestBody: { required: true, content } } : {}
}

/** Returns the tag of an endpoint: the first segment of its path. */
function tagOf({ path }: Endpoint): string {
  return path.split('/')[1] ?? ''
}

function tagsOf(endpoints: Endpoints): Json[] {
  const names = new Set(Object.values(endpoints).map(tagOf))
  return [...names].toSorted().map((name) => ({ name, description: `Below /api/${name}.` }))
}

function describeAccess(endpoint: Endpoint): string {
  return `${accessSentence(endpoint.access)}${confirmationSentence(endpoint)}`
}

function confirmationSentence({ confirm }: Endpoint): string {
  if (!confirm) return ''
  const always = ' Needs proof of identity in the `code` header, for exactly this write'
  return confirm === true
    ? `${always}.`
    : `${always}, where ${confirm.when}; an API token is refused there.`
}

function accessSentence(access: Access): string {
  if (access === 'public') return 'Anybody.'
  if (access === 'signed-in')
    return 'Whoever is signed in: the initial token or the token of module 1.'
  if (access === 'any-token') return 'The bearer of any live token, of whichever module.'
  return `Whoever is granted ${grantsFor(access).map(grantPhrase).join(', ')}, or this back function.`
}

function grantPhrase({ screen, action }: Grant): string {
  return action ? `${screen} with the action ${action}` : screen
}

function successResponse(endpoint: Endpoint): Json {
  if (!(endpoint.success instanceof z.ZodType)) {
    if ('redirect' in endpoint.success)
      return { description: 'Redirect', headers: { location: { schema: { type: 'string' } } } }
    return {
      description: 'OK',
      content: Object.fromEntries(endpoint.success.bytes.map((type) => [type, {}])),
    }
  }
  const schema = {
    type: 'object',
    required: ['result'],
    properties: {
      result: {
        type: 'object',
        required: ['data'],
        properties: { data: schemaOf(endpoint.success, 'output') },
      },
    },
  }
  return { description: 'OK', content: { 'application/json': { schema } } }
}

function failureResponses(endpoint: Endpoint): Json {
  const codes: ProblemCode[] = [
    ...endpoint.problems,
    ...sharedProblems,
    ...(endpoint.access === 'public' ? [] : guardProblems),
    ...(endpoint.exports === undefined ? [] : exportProblems),
    ...(endpoint.captcha ? (['captcha-invalid'] as const) : []),
    ...(endpoint.confirm ? (['identity-confirmation-required'] as const) : []),
    ...(endpoint.grantsRights ? (['delegation-grants-nothing'] as const) : []),
  ]
  const byStatus = Map.groupBy(new Set(codes), (code) => problems[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => [
      status,
      {
        description: ofStatus.map((code) => `\`${code}\`: ${problems[code].message}`).join('\n\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    ]),
  )
}

const failureSchema: Json = {
  type: 'object',
  required: ['result'],
  properties: {
    result: {
      type: 'object',
      required: ['httpStatus', 'httpMessage', 'code', 'requestId'],
      properties: {
        httpStatus: { type: 'integer' },
        httpMessage: { type: 'string' },
        code: { type: 'string', enum: Object.keys(problems) },
        description: { type: 'string' },
        fields: { type: 'object', additionalProperties: { type: 'string' } },
        requestId: { type: 'string' },
      },
    },
  },
}

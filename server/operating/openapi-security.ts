import type { Endpoint } from '../../contract/endpoint.ts'
import type { Json } from './openapi-schema.ts'

/** Returns the authentication schemes of calls. */
export function securitySchemes(publicUrl: string): Json {
  return {
    bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    program: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'portaria_ and 49 letters and digits',
      description: 'An API token, which acts as a user in one company (screen /token-management).',
    },
    browser: {
      type: 'apiKey',
      in: 'cookie',
      name: publicUrl.startsWith('https://') ? '__Host-portaria' : 'portaria',
      description:
        'The browser that the initial token and the token of module 1 are bound to; tokens of other modules go without.',
    },
    basic: { type: 'http', scheme: 'basic' },
  }
}

/** Returns the alternative security requirements of an endpoint; an empty list means none. */
export function securityOf({ access, basic, confirm, refusesApiTokens }: Endpoint): Json[] {
  if (basic === 'required') return [{ basic: [] }]
  if (basic === 'optional') return [{ basic: [] }, {}]
  if (access === 'public') return []
  const bound = { bearer: [], browser: [] }
  if (access === 'any-token') return [bound, { bearer: [] }]
  const forPrograms = typeof access === 'object' && confirm !== true && !refusesApiTokens
  return forPrograms ? [bound, { program: [] }] : [bound]
}

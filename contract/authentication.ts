import { z } from 'zod'
import { openApiSchemas } from './on-the-wire.ts'

/** How a user authenticated: values of RFC 8176, and `fed` for an identity provider (rulings §11). */
export const authenticationMethods = ['pwd', 'otp', 'sms', 'pop', 'user', 'mfa', 'fed'] as const
export type AuthenticationMethod = (typeof authenticationMethods)[number]

/**
 * Authentication context classes, from weakest to strongest: one factor, several factors, phishing-resistant (rulings
 * §11; the last one is defined by OpenID Connect EAP ACR Values 1.0).
 */
export const acrClasses = ['pwd', 'mfa', 'phr'] as const
export type Acr = (typeof acrClasses)[number]

/** Returns the class that these methods reach. */
export function acrOf(amr: readonly string[]): Acr {
  if (amr.includes('pop')) return 'phr'
  return amr.includes('mfa') ? 'mfa' : 'pwd'
}

/** Whether a class is one of the requested ones, or stronger than one of them. */
export function meetsAcr(acr: Acr, requested: readonly Acr[]): boolean {
  return requested.some((one) => acrClasses.indexOf(acr) >= acrClasses.indexOf(one))
}

/** Maximum length of a list of classes. */
const acrListMax = 50
const invalidAcrList = `Use ${acrClasses.join(', ')}.`

/** Classes separated by spaces. */
const acrList = z
  .string()
  .max(acrListMax, invalidAcrList)
  .transform((text, context) => {
    const parsed = z.array(z.enum(acrClasses)).min(1).max(10).safeParse(text.split(' '))
    if (parsed.success) return parsed.data
    context.addIssue({ code: 'custom', message: invalidAcrList })
    return z.NEVER
  })
  .register(openApiSchemas, { type: 'string', maxLength: acrListMax, example: 'phr mfa' })

/** What a module may require of the sign-in before it is opened (OpenID Connect Core §3.1.2.1, RFC 9470 §4). */
export const authenticationRequirements = {
  /** One of the classes is enough, and so is a stronger one. */
  acr_values: acrList.optional(),
  /** Maximum age of the authentication, in seconds. */
  max_age: z
    .int('Informe os segundos.')
    .min(0, 'Informe os segundos.')
    .max(2_147_483_647)
    .optional(),
}

/** Authentication of a session, as claims of RFC 9068 §2.2.1. */
export const authenticationClaims = z.object({
  /** Seconds since 1970. Null if the identity provider did not state it. */
  auth_time: z.int().nullable(),
  amr: z.array(z.enum(authenticationMethods)),
  acr: z.enum(acrClasses),
})

export type AuthenticationClaims = z.output<typeof authenticationClaims>

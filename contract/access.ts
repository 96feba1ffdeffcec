import { z } from 'zod'
import { authenticationRequirements } from './authentication.ts'
import { endpoint } from './endpoint.ts'
import { accessToken, instant, id, idInPath, spid } from './fields.ts'
import { logoParams, logoTypes } from './logos.ts'
import { signInPolicies } from './sign-in-policies.ts'

const spidChoice = z.object({ spid, description: z.string() })

const moduleChoice = z.object({
  id,
  name: z.string(),
  /** Absolute URL of the module; null if none is set, in which case the module cannot be chosen. */
  url: z.string().nullable(),
  status: z.int(),
  is_enable_spid: z.boolean(),
  /** URL of the module's logo; null if it has none. */
  logo: z.string().nullable(),
  /** Time of this user's last visit to the module, as ISO 8601. Modules are sorted by this time, newest first. */
  last_used_at: instant.nullable(),
  /**
   * SPIDs with which this user has marked the module as a favourite for the company, null for a favourite without SPID
   * (decision 77).
   */
  favourites: z.array(spid.nullable()),
})

const companyChoice = z.object({
  id,
  name: z.string(),
  document: z.string(),
  /** URL of the company's logo; null if it has none. */
  logo: z.string().nullable(),
  /** What the company requires of the sign-in; null for nothing (decision 95). */
  sign_in_policy: z
    .object({
      policy: z.enum(signInPolicies).exclude(['none']),
      /** First instant at which the policy applies; may be in the future. */
      begin_date: instant,
      /** Whether the user has what is required. Null for users of an identity provider: only the provider knows. */
      ready: z.boolean().nullable(),
    })
    .nullable(),
  spid: z.string().nullable(),
  spids: z.array(spidChoice),
  services: z.array(z.object({ id, name: z.string(), modules: z.array(moduleChoice) })),
})

export type CompanyChoice = z.output<typeof companyChoice>
export type ModuleChoice = z.output<typeof moduleChoice>
export type SpidChoice = z.output<typeof spidChoice>

/** Endpoints of the access page, where the user chooses a module to open (portal.md §2, §4). */
export const access = {
  userInitialPermissions: endpoint({
    method: 'POST',
    path: '/user/initial-permissions',
    summary:
      'The companies with their SPIDs, services and modules that the user can choose. Contains no secrets.',
    access: 'signed-in',
    audit: 'none',
    body: z.strictObject({ access_token: accessToken }),
    success: z.object({ companies: z.array(companyChoice) }),
    problems: ['access-token-invalid'],
  }),
  companyConsultSpid: endpoint({
    method: 'POST',
    path: '/company/consult-spid/{companyId}',
    summary: 'The SPIDs of a company for which the user may enter a module.',
    access: 'signed-in',
    audit: 'none',
    params: z.strictObject({ companyId: idInPath }),
    body: z.strictObject({ module_id: id, access_token: accessToken }),
    success: z.object({ spids: z.array(spidChoice) }),
    problems: ['access-token-invalid', 'module-not-found'],
  }),
  userLocalCode: endpoint({
    method: 'POST',
    path: '/user-local/code',
    summary: 'Issues the one-time code that signs the user in to a module; valid for 60 s.',
    access: 'signed-in',
    audit: {
      event: 'session.code-issued',
      title: 'Emissão de código de acesso a módulo',
      past: 'Ida a um módulo',
    },
    body: z.strictObject({
      module_id: id,
      /** Must equal the registered URL of the module. */
      redirect_uri: z.string().min(1).max(600),
      access_token: accessToken,
      company_id: id,
      spid: spid.optional(),
      /** Requirements of the module's link. Users can remove them, so the module must also verify its token. */
      ...authenticationRequirements,
    }),
    success: z.object({ code: z.string(), redirect_uri: z.string() }),
    problems: [
      'access-token-invalid',
      'module-not-found',
      'spid-not-found',
      'redirect-uri-mismatch',
      'second-factor-required',
      'passkey-required',
      'sign-in-too-old',
    ],
  }),
  moduleLogo: endpoint({
    method: 'GET',
    path: '/module/{id}/logo/{digest}',
    summary: 'The logo of a module; its URL changes with its content.',
    access: 'public',
    audit: 'none',
    params: logoParams,
    // Logos uploaded to earlier versions may be SVG.
    success: { bytes: [...logoTypes, 'image/svg+xml'] },
    problems: ['not-found'],
  }),
  companyLogo: endpoint({
    method: 'GET',
    path: '/company/{id}/logo/{digest}',
    summary: 'The logo of a company; its URL changes with its content.',
    access: 'public',
    audit: 'none',
    params: logoParams,
    success: { bytes: logoTypes },
    problems: ['not-found'],
  }),
}

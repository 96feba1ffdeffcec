/**
 * Layers from the bottom to the top. A file imports only from its own module and from modules of lower layers. A module
 * is one file, or a folder with everything below it. A folder of server or web that is not listed is a resource; its
 * layer is that of `catalogue`. CONTRIBUTING.md has a diagram.
 */
export const LAYERS = [
  ['contract'],
  ['database'],

  // Server
  ['server/shared'],
  ['server/secrets'],
  ['server/config-values.ts'],
  ['server/brand', 'server/config-tracing.ts'],
  ['server/config.ts'],
  ['server/database'],
  ['server/audit'],
  ['server/pipeline'],
  ['server/scope'],
  ['server/rate-limits', 'server/outbox', 'server/logos'],
  ['server/captcha'],
  ['server/sessions'],
  ['server/passkeys'],
  ['server/factors', 'server/email-changes/pending-change.ts'],
  ['server/recoveries'],
  ['server/sign-in', 'server/federation', 'server/exports'],
  [
    'server/api-tokens',
    'server/confirmations',
    'server/passwords',
    'server/plans',
    'server/audit-list',
    'server/separation-rules',
  ],
  ['server/catalogue', 'server/companies', 'server/profiles', 'server/user-profiles'],
  ['server/users', 'server/delegations', 'server/access-requests'],
  ['server/imports'],
  [
    'server/access',
    'server/access-reviews',
    'server/email-changes',
    'server/operators',
    'server/home',
    'server/privacy',
  ],
  ['server/operating'],
  ['server/hot-path'],
  ['server/first-administrator.ts', 'server/parts.ts'],
  ['server/handlers.ts'],
  ['server/app.ts'],
  ['server/start.ts'],
  ['server/main.ts'],

  // Web; `FORBIDDEN` excludes imports from the server.
  ['web/ui', 'web/paths.ts', 'web/storage.ts'],
  ['web/api'],
  ['web/session-state'],
  ['web/links', 'web/passkeys', 'web/assignment-periods'],
  ['web/list', 'web/confirm-identity'],
  ['web/form'],
  ['web/frame'],
  ['web/access-requests'],
  ['web/api-tokens', 'web/access', 'web/operation', 'web/imports'],
  ['web/catalogue'],
  ['web/plans'],
  ['web/companies', 'web/profiles', 'web/user-profiles', 'web/sessions', 'web/sign-in'],
  ['web/users', 'web/access-reviews', 'web/audit-list', 'web/home'],
  ['web/operators', 'web/privacy'],
  ['web/palette'],
  ['web/routes'],
  ['web/app.tsx'],
  ['web/show-app.tsx', 'web/attach-styles.ts'],
  ['web/portal.tsx'],
  ['web/main.tsx', 'web/auth-main.tsx'],

  // Code that is not part of the product
  ['examples'],
  ['test/testing', 'web/testing'],
  ['scripts'],
  ['test/every-endpoint', 'test/security', 'test/wording', 'bench', 'e2e'],
]

/** Pairs of paths: the first must never import the second, whatever their layers. */
export const FORBIDDEN = [
  ['web', 'server'],
  ['web', 'database'],
  ['server', 'web'],
  ['web/ui', 'contract'],
  ['web/ui', 'web/paths.ts'],
]

/** General files that `FORBIDDEN` does not apply to. */
export const EXEMPT = ['contract/once.ts', 'contract/text-folding.ts']

/**
 * Who may import whom, floor by floor from the ground up: a file imports from its own room and from rooms on lower floors,
 * never from a neighbour on its own floor or from above. A room is a folder with all below it, or one file.
 * Drawn in CONTRIBUTING.md.
 */
export const FLOORS = [
  ['contract'],
  ['database'],

  // The server, from what knows nothing of the product up to the whole of it.
  ['server/shared'],
  ['server/secrets'],
  ['server/config-values.ts'],
  ['server/config.ts'],
  ['server/database'],
  ['server/audit'],
  ['server/binder'],
  ['server/scope', 'server/attempts', 'server/captcha', 'server/outbox'],
  ['server/sessions'],
  ['server/sign-in', 'server/federation', 'server/exports'],
  [
    'server/access',
    'server/api-tokens',
    'server/confirmations',
    'server/passwords',
    'server/locks',
    'server/messages',
    'server/seats',
    'server/trail',
  ],
  [
    'server/services',
    'server/modules',
    'server/functions',
    'server/companies',
    'server/plans',
    'server/profiles',
    'server/user-profiles',
  ],
  ['server/actions', 'server/users', 'server/delegations'],
  ['server/imports'],
  ['server/access-effect', 'server/operators', 'server/home', 'server/privacy'],
  ['server/operating'],
  ['server/first-administrator.ts', 'server/parts.ts'],
  ['server/handlers.ts'],
  ['server/app.ts'],
  ['server/start.ts'],
  ['server/main.ts'],

  // The web; it reaches the server only through the contract, which `APART` sees to.
  ['web/ui', 'web/paths.ts', 'web/storage.ts'],
  ['web/api'],
  ['web/session-state', 'web/federation'],
  ['web/links'],
  ['web/list', 'web/confirm-identity'],
  ['web/form'],
  ['web/frame', 'web/captcha'],
  [
    'web/services',
    'web/api-tokens',
    'web/passwords',
    'web/access',
    'web/locks',
    'web/messages',
    'web/seats',
    'web/imports',
    'web/delegations',
  ],
  [
    'web/modules',
    'web/functions',
    'web/profiles',
    'web/companies',
    'web/plans',
    'web/user-profiles',
    'web/sessions',
    'web/sign-in',
  ],
  ['web/actions', 'web/users', 'web/trail', 'web/home'],
  ['web/operators', 'web/privacy'],
  ['web/palette'],
  ['web/routes'],
  ['web/show-app.tsx'],
  ['web/portal.tsx'],
  ['web/main.tsx', 'web/auth-main.tsx'],

  // What production never imports.
  ['examples'],
  ['server/testing'],
  ['scripts'],
  ['server/every-endpoint', 'server/security', 'bench', 'e2e'],
]

/** Whoever is in the first never imports what is in the second, on whichever floor it lies. */
export const APART = [
  ['web', 'server'],
  ['web', 'database'],
  ['server', 'web'],
  ['web/ui', 'contract'],
  ['web/ui', 'web/paths.ts'],
]

/** Files that know nothing of the product: `APART` does not hold for them. */
export const OPEN = ['contract/text-folding.ts']

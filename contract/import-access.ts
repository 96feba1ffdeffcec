import type { Grant } from './endpoint.ts'

/** Name and access of a kind of import. */
export interface ImportAccess {
  /** Name of the records, as in the title 'Importar empresas'. */
  name: string
  /**
   * Grants that the form of such a record needs. An import needs all of them and also checks the rules of each record
   * (403).
   */
  grants: readonly [Grant, ...Grant[]]
  /** Only administrators may import this kind, whatever grants others have. */
  administratorsOnly?: true
}

/**
 * Names and access of all kinds of import, for lists that link to one. Without the columns (`import-kinds.ts`), because
 * the first screens load it.
 */
export const importAccess = {
  companies: {
    name: 'empresas',
    grants: [
      { screen: '/company-form', action: 'create' },
      { screen: '/company-form', action: 'update' },
    ],
    administratorsOnly: true,
  },
  'loose-plans': {
    name: 'planos avulsos',
    grants: [
      { screen: '/plan-loose-form', action: 'create' },
      { screen: '/plan-loose-form', action: 'update' },
    ],
    administratorsOnly: true,
  },
  users: {
    name: 'usuários',
    grants: [
      { screen: '/user-create', action: 'create' },
      { screen: '/user-edit-profile', action: 'update' },
    ],
  },
} as const satisfies Readonly<Record<string, ImportAccess>>

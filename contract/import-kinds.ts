import type { Grant } from './endpoint.ts'

/** Bounds of a file of rows (rulings §10). */
export const importMaxBytes = 10 * 1024 * 1024
export const importMaxRows = 10_000
/** Where a file has more columns than this, it is not one that people fill in. */
export const importMaxColumns = 50
/** Most characters of one cell: more than any column takes. */
export const importCellMax = 300

/** What may be sent; a file is known by its content, so a CSV that says XLSX is read as what it is. */
export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
export const importTypes = ['text/csv', xlsxType] as const

/** A column of a file, as people read it: its header, which is found whatever its case and accents. */
export interface ImportColumn {
  header: string
  /** Left out, or blank in a row, it changes nothing. */
  optional?: true
  /** What is typed into it, in a few words, for the screen and the manual. */
  hint: string
  example: string
}

/** What may be imported: its words for the screen, its columns and who may. */
export interface ImportKind {
  /** The records, as a title says them: 'Importar empresas'. */
  name: string
  /** Those of writing one such record alone, by its form; all of them are needed, and what else its rules ask (403). */
  grants: readonly [Grant, ...Grant[]]
  /** Nobody else writes such records, whatever the screens grant. */
  administratorsOnly?: true
  columns: Readonly<Record<string, ImportColumn>>
}

const cnpj = { header: 'CNPJ', hint: 'Com ou sem pontuação', example: '11.222.333/0001-81' }

/**
 * Every kind of import: a new one is an entry here, the schema of its rows (`import-rows.ts`) and what finds and writes
 * its records (`server/imports`). The screens need nothing but its name and columns.
 */
export const importKinds = {
  companies: {
    name: 'empresas',
    grants: [
      { screen: '/company-form', action: 'create' },
      { screen: '/company-form', action: 'update' },
    ],
    administratorsOnly: true,
    columns: {
      document: cnpj,
      name: { header: 'Nome', hint: 'Até 200 caracteres', example: 'Operadora Exemplo' },
      email: { header: 'E-mail', hint: 'Da empresa', example: 'contato@operadora.com.br' },
      spids: {
        header: 'SPIDs',
        optional: true,
        hint: 'Até 8, separados por espaço ou vírgula; os que a empresa já tem ficam',
        example: 'VOZ1 DADOS2',
      },
    },
  },
  'loose-plans': {
    name: 'planos avulsos',
    grants: [
      { screen: '/plan-loose-form', action: 'create' },
      { screen: '/plan-loose-form', action: 'update' },
    ],
    administratorsOnly: true,
    columns: {
      document: cnpj,
      service: {
        header: 'Serviço',
        optional: true,
        hint: 'Nome; só é preciso onde dois serviços têm um módulo com o mesmo nome',
        example: 'Portabilidade',
      },
      module: { header: 'Módulo', hint: 'Nome ou número', example: 'Consulta' },
      limit: { header: 'Quantidade', hint: 'De 1 a 99', example: '10' },
    },
  },
  users: {
    name: 'usuários',
    grants: [
      { screen: '/user-create', action: 'create' },
      { screen: '/user-edit-profile', action: 'update' },
    ],
    columns: {
      name: {
        header: 'Nome',
        optional: true,
        hint: 'Nome e sobrenome; só é preciso para pessoas novas',
        example: 'Ana Souza',
      },
      email: {
        header: 'E-mail',
        hint: 'É por ele que a pessoa é encontrada; uma linha para cada perfil',
        example: 'ana.souza@operadora.com.br',
      },
      phone_number: {
        header: 'Telefone',
        optional: true,
        hint: 'Com o código do país; só é preciso para pessoas novas',
        example: '+55 11 98765-4321',
      },
      code: { header: 'Código', optional: true, hint: 'Letras e números', example: 'A123' },
      document: {
        ...cnpj,
        optional: true,
        hint: 'Da empresa; em branco, a sua',
      },
      spid: {
        header: 'SPID',
        optional: true,
        hint: 'Em branco, o perfil vale para todos os SPIDs da empresa',
        example: 'VOZ1',
      },
      service: {
        header: 'Serviço',
        optional: true,
        hint: 'Nome; só é preciso onde dois têm um módulo com o mesmo nome',
        example: 'Portabilidade',
      },
      module: {
        header: 'Módulo',
        optional: true,
        hint: 'Nome ou número; só é preciso onde dois têm um perfil com o mesmo nome',
        example: 'Consulta',
      },
      profile: {
        header: 'Perfil',
        optional: true,
        hint: 'Nome ou número; em branco, a pessoa só é cadastrada na empresa',
        example: 'Operador',
      },
    },
  },
} as const satisfies Record<string, ImportKind>

export type ImportKindName = keyof typeof importKinds
export const importKindNames = Object.keys(importKinds) as [ImportKindName, ...ImportKindName[]]

/** The headers of a kind, in the order of its template. */
export function importHeaders(kind: ImportKindName): string[] {
  return Object.values<ImportColumn>(importKinds[kind].columns).map(({ header }) => header)
}

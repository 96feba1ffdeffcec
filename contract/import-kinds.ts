import { type ImportAccess, importAccess } from './import-access.ts'

/** Limits of an import file (rulings §10). */
export const importMaxBytes = 10 * 1024 * 1024
export const importMaxRows = 10_000
/** Maximum number of columns of a file, far more than any kind has. */
export const importMaxColumns = 50
/** Maximum number of characters of a cell: more than any column accepts. */
export const importCellMax = 300

/** Accepted media types. The format is detected from the content: a CSV that is sent as XLSX is read as CSV. */
export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
export const importTypes = ['text/csv', xlsxType] as const

/** Column of an import file. Its header is matched regardless of case and accents. */
export interface ImportColumn {
  header: string
  /**
   * True if the column may be missing or its cells blank. A blank cell keeps the stored value, unless `hint` gives it
   * another meaning.
   */
  optional?: true
  /** Short description of its values, for the screen and the manual. */
  hint: string
  example: string
  /** Whether its values are days. A cell that a spreadsheet stores as a date is then read as DD/MM/YYYY. */
  isDay?: true
}

/** Kind of import: its name, access and columns. */
export interface ImportKind extends ImportAccess {
  columns: Readonly<Record<string, ImportColumn>>
}

const cnpj = { header: 'CNPJ', hint: 'Com ou sem pontuação', example: '11.222.333/0001-81' }

/**
 * All kinds of import. A new kind needs an entry here, the schema of its rows (`import-rows.ts`) and the code that
 * finds and writes its records (`server/imports`). The screens need only its name and columns.
 */
export const importKinds = {
  companies: {
    ...importAccess.companies,
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
    ...importAccess['loose-plans'],
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
    ...importAccess.users,
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
      begin_date: {
        header: 'Início',
        optional: true,
        hint: 'Primeiro dia do perfil; em branco, ele vale desde já',
        example: '01/12/2026',
        isDay: true,
      },
      end_date: {
        header: 'Fim',
        optional: true,
        hint: 'Último dia do perfil; com Início, Fim e Motivo em branco, o prazo de quem já tem o perfil fica',
        example: '31/12/2026',
        isDay: true,
      },
      reason: {
        header: 'Motivo',
        optional: true,
        hint: 'Por que o perfil é dado; até 200 caracteres',
        example: 'Projeto de migração',
      },
    },
  },
} as const satisfies Record<keyof typeof importAccess, ImportKind>

export type ImportKindName = keyof typeof importKinds
export const importKindNames = Object.keys(importKinds) as [ImportKindName, ...ImportKindName[]]

/** Returns the headers of a kind, in the order of its template. */
export function importHeaders(kind: ImportKindName): string[] {
  return Object.values<ImportColumn>(importKinds[kind].columns).map(({ header }) => header)
}

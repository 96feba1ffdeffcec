import type pg from 'pg'
import { commonModuleId } from '../../contract/constants.ts'
import { madeAt } from './demo-dates.ts'
import { exampleModuleId } from './demo-modules.ts'
import { insertRows } from './insert-rows.ts'

const actionNames = {
  criar: 'Criar',
  editar: 'Editar',
  excluir: 'Excluir',
  cancelar: 'Cancelar',
  aprovar: 'Aprovar',
  recusar: 'Recusar',
  enviar: 'Enviar',
  assinar: 'Assinar',
  reservar: 'Reservar',
  liberar: 'Liberar',
  reprocessar: 'Reprocessar',
  responder: 'Responder',
  encerrar: 'Encerrar',
  exportar: 'Exportar',
} as const

/** Path of an action in the functions of demo modules. */
export type DemoActionPath = keyof typeof actionNames

interface DemoFunction {
  id: number
  moduleId: number
  url: string
  name: string
  code: string | null
  actions: readonly { id: number; path: DemoActionPath }[]
}

type FunctionRow = [
  moduleId: number,
  url: string,
  name: string,
  code: string | null,
  actions: readonly DemoActionPath[],
]

const catalogue: readonly FunctionRow[] = [
  [commonModuleId, '/meus-dados', 'Meus dados', 'COM01', ['editar']],
  [commonModuleId, '/avisos', 'Avisos', 'COM02', []],
  [commonModuleId, '/ajuda', 'Ajuda', 'COM03', ['enviar']],
  [2, '/prestadoras', 'Prestadoras', 'PRE01', ['criar', 'editar', 'exportar']],
  [2, '/contatos', 'Contatos da prestadora', 'PRE02', ['criar', 'editar', 'excluir']],
  [2, '/outorgas', 'Outorgas', null, ['enviar', 'aprovar']],
  [3, '/contratos', 'Contratos', 'DOC01', ['criar', 'assinar', 'exportar']],
  [3, '/documentos', 'Documentos', 'DOC02', ['enviar', 'excluir', 'exportar']],
  [4, '/testes', 'Roteiros de teste', 'HOM01', ['criar', 'enviar', 'aprovar', 'recusar']],
  [4, '/ambientes', 'Ambientes de homologação', null, ['reservar', 'liberar']],
  [exampleModuleId, '/pedidos', 'Pedidos', 'EXE01', ['criar', 'cancelar', 'aprovar']],
  [exampleModuleId, '/relatorios', 'Relatórios', 'EXE02', ['exportar']],
  [exampleModuleId, '/clientes', 'Clientes', 'EXE03', ['criar', 'editar', 'excluir']],
  [exampleModuleId, '/configuracoes', 'Configurações', null, ['editar']],
  [6, '/consulta-numero', 'Consulta por número', 'BCD01', ['exportar']],
  [6, '/consulta-lote', 'Consulta em lote', 'BCD02', ['enviar', 'exportar']],
  [6, '/historico', 'Histórico do número', null, ['exportar']],
  [7, '/prefixos', 'Prefixos', 'PFX01', ['criar', 'editar', 'excluir', 'exportar']],
  [7, '/faixas', 'Faixas de numeração', 'PFX02', ['criar', 'editar', 'aprovar']],
  [8, '/recursos', 'Recursos atribuídos', 'NUM01', ['reservar', 'liberar', 'exportar']],
  [8, '/solicitacoes', 'Solicitações de recursos', 'NUM02', ['criar', 'cancelar', 'aprovar']],
  [9, '/arquivos', 'Arquivos de bilhetes', 'BIL01', ['enviar', 'reprocessar']],
  [9, '/rejeitados', 'Bilhetes rejeitados', 'BIL02', ['editar', 'reprocessar', 'exportar']],
  [9, '/acordos', 'Acordos de interconexão', null, ['criar', 'editar', 'aprovar']],
  [
    10,
    '/pedidos',
    'Pedidos de portabilidade',
    'POR01',
    ['criar', 'cancelar', 'aprovar', 'exportar'],
  ],
  [10, '/lotes', 'Lotes corporativos', 'POR02', ['enviar', 'cancelar', 'reprocessar']],
  [10, '/bilhetes', 'Bilhetes de portabilidade', 'POR03', ['recusar', 'responder']],
  [10, '/doadora', 'Fila da doadora', null, ['aprovar', 'recusar']],
  [11, '/janelas', 'Janelas', 'JAN01', ['reservar', 'cancelar', 'liberar']],
  [11, '/calendario', 'Calendário de feriados', null, ['editar']],
  [12, '/divergencias', 'Divergências', 'CON01', ['responder', 'encerrar', 'exportar']],
  [12, '/cargas', 'Cargas de conciliação', 'CON02', ['enviar', 'reprocessar']],
  [13, '/disputas', 'Disputas abertas', 'DIS01', ['criar', 'responder', 'encerrar']],
  [13, '/evidencias', 'Evidências', 'DIS02', ['enviar', 'excluir']],
  [14, '/pedidos', 'Pedidos anteriores', 'LEG01', ['exportar']],
  [15, '/trafego', 'Tráfego por rota', 'TRA01', ['exportar']],
  [15, '/agendamentos', 'Relatórios agendados', 'TRA02', ['criar', 'editar', 'excluir']],
  [16, '/indicadores', 'Indicadores', 'QUA01', ['exportar']],
  [16, '/metas', 'Metas', 'QUA02', ['editar', 'aprovar']],
  [17, '/obrigacoes', 'Obrigações regulatórias', 'REG01', ['responder', 'encerrar']],
  [18, '/extratos', 'Extratos', 'FAT01', ['exportar']],
  [18, '/contestacoes', 'Contestações', 'FAT02', ['criar', 'cancelar', 'responder']],
]

// Ids far above those of the console's screens and actions, to leave room for later versions.
const FIRST_FUNCTION = 1001
const FIRST_ACTION = 2001

/** Functions of every module except the console, with their actions. */
export const demoFunctions: readonly DemoFunction[] = numbered()

function numbered(): DemoFunction[] {
  let action = FIRST_ACTION
  return catalogue.map(([moduleId, url, name, code, actions], place) => ({
    id: FIRST_FUNCTION + place,
    moduleId,
    url,
    name,
    code,
    actions: actions.map((path) => ({ id: action++, path })),
  }))
}

export async function insertFunctions(client: pg.ClientBase): Promise<void> {
  const functions = demoFunctions.map(({ id, moduleId, url, name, code }) => ({
    id,
    module_id: moduleId,
    name,
    url,
    code,
    // Functions that only the association uses must not appear in the companies' own profiles.
    accredited_enable: !['/configuracoes', '/calendario', '/metas'].includes(url),
    created_at: madeAt(id * 211),
    updated_at: madeAt(id * (id % 4 === 0 ? 320 : 211)),
  }))
  await insertRows(client, 'functions', functions)
  const actions = demoFunctions.flatMap((fn) =>
    fn.actions.map(({ id, path }) => ({
      id,
      function_id: fn.id,
      name: actionNames[path],
      path,
      created_at: madeAt(fn.id * 211 + 5),
      updated_at: madeAt(fn.id * 211 + 5),
    })),
  )
  await insertRows(client, 'actions', actions)
}

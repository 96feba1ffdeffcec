import type pg from 'pg'
import { consoleModuleId } from '../../contract/constants.ts'
import { madeAt } from './demo-dates.ts'
import { demoLogos } from './demo-logos.ts'
import { insertRows } from './insert-rows.ts'

/** A module of the catalogue. */
export interface DemoModule {
  id: number
  serviceId: number
  name: string
  /** URL without its protocol; null for a module that has no URL yet. */
  url: string | null
  spid: boolean
  active: boolean
}

/** The real module in examples/module, which the demo starts next to the portal. */
export const exampleModuleId = 5

type ModuleRow = [
  id: number,
  serviceId: number,
  name: string,
  url: string | null,
  spid: boolean,
  active: boolean,
]

const catalogue: readonly ModuleRow[] = [
  [2, 1, 'Cadastro de prestadoras', 'prestadoras.operadoras.example', false, true],
  [3, 1, 'Documentos e contratos', 'documentos.operadoras.example', false, true],
  [4, 1, 'Homologação técnica', 'homologacao.operadoras.example/entrada', true, true],
  [exampleModuleId, 1, 'Módulo de Exemplo', null, true, true],
  [6, 2, 'Consulta à base', 'bcd.operadoras.example/consulta', false, true],
  [7, 2, 'Cadastro de prefixos', 'bcd.operadoras.example/prefixos', true, true],
  [8, 2, 'Recursos de numeração', 'bcd.operadoras.example/numeracao', true, true],
  [9, 2, 'Bilhetagem', 'bilhetagem.operadoras.example', true, true],
  [10, 3, 'Portabilidade', 'portabilidade.operadoras.example', true, true],
  [11, 3, 'Janelas de migração', 'portabilidade.operadoras.example/janelas', true, true],
  [12, 3, 'Conciliação', 'conciliacao.operadoras.example', false, true],
  [13, 3, 'Disputas', 'disputas.operadoras.example', true, true],
  [14, 3, 'Portabilidade (legado)', 'legado.operadoras.example/portabilidade', true, false],
  [15, 4, 'Relatório de tráfego', 'relatorios.operadoras.example/trafego', false, true],
  [16, 4, 'Indicadores de qualidade', 'relatorios.operadoras.example/qualidade', false, true],
  [17, 4, 'Painel regulatório', null, false, true],
  [18, 4, 'Extratos de faturamento', 'faturamento.operadoras.example/extratos', false, true],
]

/** Modules except the console and the common one. Module 14 is inactive, module 17 has no URL yet. */
export const demoModules: readonly DemoModule[] = catalogue.map(
  ([id, serviceId, name, url, spid, active]) => ({ id, serviceId, name, url, spid, active }),
)

export async function insertModules(client: pg.ClientBase): Promise<void> {
  const rows = demoModules.map((module) => ({
    id: module.id,
    service_id: module.serviceId,
    name: module.name,
    url: module.url,
    is_enable_spid: module.spid,
    active: module.active,
    created_at: madeAt(module.id * 4_177),
    updated_at: madeAt(module.id * (module.id % 3 === 0 ? 30_011 : 4_177)),
  }))
  await insertRows(client, 'modules', rows)
  await insertRows(client, 'module_logos', demoLogos(consoleModuleId, exampleModuleId))
}

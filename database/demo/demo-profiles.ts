import type pg from 'pg'
import { consoleModuleId } from '../../contract/constants.ts'
import { grantScreens } from '../system/grant-screens.ts'
import type { ScreenGrants } from '../system/system-grants.ts'
import { madeAt } from './demo-dates.ts'
import { type DemoActionPath, demoFunctions } from './demo-functions.ts'
import { exampleModuleId } from './demo-modules.ts'
import { insertRows } from './insert-rows.ts'

/** Extent of the rights that a profile gives in its module. */
type Kind = 'read' | 'operate' | 'supervise'

interface DemoProfile {
  id: number
  moduleId: number
  name: string
  kind: Kind
  /** Company that created the profile; null for the association. */
  companyId: number | null
  active: boolean
}

/** Ids of the console's profiles for users other than master users. */
export const userReaderProfileId = 100
export const userManagerProfileId = 101

const consoleProfiles: readonly { profileId: number; name: string; screens: ScreenGrants }[] = [
  {
    profileId: userReaderProfileId,
    name: 'Consulta de usuários',
    screens: { '/user-list': [], '/profile-list': [] },
  },
  {
    profileId: userManagerProfileId,
    name: 'Gestor de usuários',
    screens: {
      '/user-list': ['create', 'update'],
      '/user-create': ['create'],
      '/user-edit': ['update', 'block', 'reset-password'],
      '/user-edit-profile': ['update'],
      '/profile-list': [],
    },
  },
]

const catalogue: readonly [id: number, moduleId: number, name: string, kind: Kind][] = [
  [110, 2, 'Analista de cadastro', 'operate'],
  [111, 2, 'Consulta de prestadoras', 'read'],
  [112, 3, 'Gestor de contratos', 'supervise'],
  [113, 3, 'Consulta de documentos', 'read'],
  [114, 4, 'Responsável técnico', 'operate'],
  [115, 4, 'Aprovador de homologação', 'supervise'],
  [116, exampleModuleId, 'Operador de pedidos', 'operate'],
  [117, exampleModuleId, 'Consulta de pedidos', 'read'],
  [118, exampleModuleId, 'Supervisor de pedidos', 'supervise'],
  [119, 6, 'Consulta à base', 'read'],
  [120, 6, 'Consulta em lote', 'operate'],
  [121, 7, 'Analista de numeração', 'operate'],
  [122, 7, 'Consulta de prefixos', 'read'],
  [123, 7, 'Aprovador de faixas', 'supervise'],
  [124, 8, 'Gestor de recursos', 'supervise'],
  [125, 8, 'Consulta de recursos', 'read'],
  [126, 9, 'Operador de bilhetagem', 'operate'],
  [127, 9, 'Auditor de bilhetagem', 'read'],
  [128, 10, 'Operador de Portabilidade', 'operate'],
  [129, 10, 'Consulta de Portabilidade', 'read'],
  [130, 10, 'Supervisor de Portabilidade', 'supervise'],
  [131, 11, 'Planejador de janelas', 'operate'],
  [132, 11, 'Consulta de janelas', 'read'],
  [133, 12, 'Analista de conciliação', 'operate'],
  [134, 12, 'Supervisor de conciliação', 'supervise'],
  [135, 13, 'Analista de disputas', 'operate'],
  [136, 13, 'Jurídico', 'supervise'],
  [137, 14, 'Consulta ao legado', 'read'],
  [138, 15, 'Engenharia de tráfego', 'operate'],
  [139, 15, 'Consulta de tráfego', 'read'],
  [140, 16, 'Analista de qualidade', 'operate'],
  [141, 16, 'Consulta de indicadores', 'read'],
  [142, 17, 'Analista regulatório', 'operate'],
  [143, 18, 'Financeiro', 'supervise'],
  [144, 18, 'Consulta de extratos', 'read'],
]

type CompanyProfileRow = [
  id: number,
  companyId: number,
  moduleId: number,
  name: string,
  kind: Kind,
  active: boolean,
]

const companyMade: readonly CompanyProfileRow[] = [
  [160, 2, 10, 'Atendimento Curitiba', 'operate', true],
  [161, 2, 10, 'Atendimento Londrina', 'read', true],
  [162, 2, exampleModuleId, 'Balcão de pedidos', 'operate', true],
  [163, 2, 15, 'Plantão de rede', 'read', false],
  [164, 3, 10, 'Retaguarda', 'operate', true],
  [165, 3, 13, 'Advogados externos', 'read', false],
  [166, 4, 7, 'Núcleo de numeração', 'operate', true],
  [167, 5, 9, 'Faturamento interno', 'operate', true],
  [168, 6, 12, 'Conferência noturna', 'operate', false],
  [169, 7, 18, 'Contas a pagar', 'operate', true],
]

/** Profiles of every module except the console. */
export const demoProfiles: readonly DemoProfile[] = [
  ...catalogue.map(([id, moduleId, name, kind]) => {
    return { id, moduleId, name, kind, companyId: null, active: true }
  }),
  ...companyMade.map(([id, companyId, moduleId, name, kind, active]) => {
    return { id, moduleId, name, kind, companyId, active }
  }),
]

/** Inserts the profiles. The creators of companies' profiles are their master users, who must already exist. */
export async function insertProfiles(
  client: pg.ClientBase,
  masterOf: ReadonlyMap<number, number>,
): Promise<void> {
  const ofConsole = consoleProfiles.map(({ profileId, name }) =>
    profileRow({ id: profileId, moduleId: consoleModuleId, name, companyId: null, active: true }),
  )
  const ofModules = demoProfiles.map((profile) =>
    profileRow(profile, masterOf.get(profile.companyId ?? 0)),
  )
  await insertRows(client, 'profiles', [...ofConsole, ...ofModules])
  const profiles = consoleProfiles.map(({ profileId }) => profileId)
  await grantScreens(client, consoleProfiles, { profiles, functions: [], actions: [] })
  await grantFunctions(client)
}

function profileRow(profile: Omit<DemoProfile, 'kind'>, madeBy?: number) {
  return {
    id: profile.id,
    module_id: profile.moduleId,
    company_id: profile.companyId,
    name: profile.name,
    active: profile.active,
    accredited_enable: profile.companyId === null,
    created_by: madeBy ?? null,
    created_at: madeAt(profile.id * 1_031),
    updated_at: madeAt(profile.id * (profile.active ? 1_031 : 2_003)),
  }
}

async function grantFunctions(client: pg.ClientBase): Promise<void> {
  const held = demoProfiles.flatMap((profile) =>
    demoFunctions.filter((fn) => fn.moduleId === profile.moduleId).map((fn) => ({ profile, fn })),
  )
  const functions = held.map(({ profile, fn }) => {
    return { profile_id: profile.id, function_id: fn.id, module_id: fn.moduleId }
  })
  await insertRows(client, 'profile_functions', functions)
  const actions = held.flatMap(({ profile, fn }) =>
    fn.actions
      .filter((action) => allows(profile.kind, action.path))
      .map((action) => ({ profile_id: profile.id, function_id: fn.id, action_id: action.id })),
  )
  await insertRows(client, 'profile_actions', actions)
}

function allows(kind: Kind, action: DemoActionPath): boolean {
  if (kind === 'read') return action === 'exportar'
  return kind === 'supervise' || !['aprovar', 'excluir', 'reprocessar', 'liberar'].includes(action)
}

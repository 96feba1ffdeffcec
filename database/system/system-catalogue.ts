import { commonModuleId, consoleModuleId, masterProfileId } from '../../contract/constants.ts'
import type { ScreenAction, ScreenPath } from '../../contract/screens.ts'

/** The services that console.md §3 names; its service codes are their ids. */
export const systemServices = [
  {
    id: 1,
    name: 'Credenciamento',
    description: 'Credenciamento das prestadoras e gestão de acesso aos sistemas da associação.',
  },
  {
    id: 2,
    name: 'BCD',
    description: 'Base de dados de cadastro: recursos de numeração, prefixos e bilhetagem.',
  },
  {
    id: 3,
    name: 'Portnumber',
    description: 'Portabilidade numérica: pedidos, janelas de migração, conciliação e disputas.',
  },
  {
    id: 4,
    name: 'Relatórios',
    description: 'Relatórios operacionais, indicadores e extratos das prestadoras.',
  },
] as const

/** The modules with a fixed meaning; their addresses are set at the start, once they are known. */
export const systemModules = [
  { id: consoleModuleId, service_id: 1, name: 'Gestão de Acesso' },
  { id: commonModuleId, service_id: 1, name: 'Módulo comum' },
] as const

/**
 * The profiles with a fixed meaning, all of them of the console. None is shown to companies: a master user lends the
 * role by delegation and never assigns it.
 */
export const systemProfiles = [
  { id: 1, name: 'Administrador', master_profile: false },
  { id: 2, name: 'Sistema', master_profile: false },
  { id: 3, name: 'Suporte', master_profile: false },
  { id: 4, name: 'Auditoria', master_profile: false },
  { id: masterProfileId, name: 'Usuário Master', master_profile: true },
] as const

/** Ids that the database must not hand out: 5 to 99 of profiles are kept for later system profiles. */
export const reservedIds = { services: 4, modules: commonModuleId, profiles: 99 } as const

type AnyAction = { [S in ScreenPath]: ScreenAction<S> }[ScreenPath]

/** The Portuguese name of each action of a screen; an action without a name does not compile. */
export const actionNames: Readonly<Record<AnyAction, string>> = {
  create: 'Criar',
  update: 'Atualizar',
  delete: 'Excluir',
  activate: 'Ativar',
  block: 'Bloquear',
  'reset-password': 'Resetar senha',
  'end-session': 'Encerrar sessão',
  unlock: 'Liberar acesso',
  secret: 'Secret',
  retry: 'Tentar agora',
  answer: 'Responder',
  erase: 'Apagar',
}

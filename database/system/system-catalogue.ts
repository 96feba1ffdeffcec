import { commonModuleId, consoleModuleId, masterProfileId } from '../../contract/constants.ts'
import type { ScreenAction, ScreenPath } from '../../contract/screens.ts'

/** Services of console.md §3. Their ids are the service codes of that section. */
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

/** Modules with a fixed meaning. Their URLs are set at the start of the server, when they are known. */
export const systemModules = [
  { id: consoleModuleId, service_id: 1, name: 'Gestão de Acesso' },
  { id: commonModuleId, service_id: 1, name: 'Módulo comum' },
] as const

/**
 * Profiles of the console with a fixed meaning. Companies see none of them, because master users delegate their role
 * instead of assigning the profile.
 */
export const systemProfiles = [
  { id: 1, name: 'Administrador', master_profile: false },
  { id: 2, name: 'Sistema', master_profile: false },
  { id: 3, name: 'Suporte', master_profile: false },
  { id: 4, name: 'Auditoria', master_profile: false },
  { id: masterProfileId, name: 'Usuário Master', master_profile: true },
] as const

/** Ids that the sequences must skip: profiles 5 to 99 are reserved for later system profiles. */
export const reservedIds = { services: 4, modules: commonModuleId, profiles: 99 } as const

type AnyAction = { [S in ScreenPath]: ScreenAction<S> }[ScreenPath]

/** Portuguese name of each action. A missing name does not compile. */
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

import { z } from 'zod'
import type { ScreenPath } from './screens.ts'

/** The kinds of records whose changes HOME tells. */
export const changedKind = z.enum([
  'user',
  'profile',
  'company',
  'plan',
  'service',
  'module',
  'function',
  'action',
])
export type ChangedKind = z.output<typeof changedKind>

/** The screen that opens a record of each kind. */
export const changeScreens: Readonly<Record<ChangedKind, ScreenPath>> = {
  user: '/user-edit',
  profile: '/profile-edit',
  company: '/company-form',
  plan: '/plan-form',
  service: '/service-form',
  module: '/module-edit',
  function: '/function-edit',
  action: '/action-form',
}

/** The operations that HOME tells of as changes, as people read them. */
export const changeNames: Readonly<Record<string, string>> = {
  userCreate: 'Cadastro de usuário',
  userUpdate: 'Atualização de usuário',
  userInvite: 'Novo convite a usuário',
  userBlock: 'Bloqueio ou desbloqueio de usuário',
  userDelete: 'Exclusão de usuário',
  userActivate: 'Ativação de usuário',
  userResetPassword: 'Redefinição de senha de usuário',
  companyUserLink: 'Vínculo de usuário a empresas',
  companyUserUnlink: 'Desvínculo de usuário de empresas',
  userProfileAdd: 'Atribuição de perfis',
  userProfileRemove: 'Retirada de perfis',
  profileCreate: 'Cadastro de perfil',
  profileUpdate: 'Atualização de perfil',
  profileFunctionAdd: 'Inclusão de funções em perfil',
  profileFunctionRemove: 'Retirada de funções de perfil',
  companyCreate: 'Cadastro de empresa',
  companyUpdate: 'Atualização de empresa',
  operatorCreate: 'Cadastro de operadora',
  planCreate: 'Cadastro de plano',
  planUpdate: 'Atualização de plano',
  planCompanyAdd: 'Inclusão de empresas em plano',
  planCompanyRemove: 'Retirada de empresas de plano',
  planModuleCreate: 'Inclusão de módulos em plano',
  serviceCreate: 'Cadastro de serviço',
  serviceUpdate: 'Atualização de serviço',
  moduleCreate: 'Cadastro de módulo',
  moduleUpdate: 'Atualização de módulo',
  moduleSecretCreate: 'Geração de secret de módulo',
  moduleSecretRetire: 'Desativação de secret de módulo',
  functionCreate: 'Cadastro de função',
  functionUpdate: 'Atualização de função',
  actionCreate: 'Cadastro de ação',
  actionUpdate: 'Atualização de ação',
}

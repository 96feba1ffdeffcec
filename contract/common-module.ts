import { commonModuleId } from './constants.ts'

/** Refuses the common module in plans and profiles: every user has its functions anyway. */
export const commonModuleSentence = 'O módulo comum é de todos: não entra em planos nem tem perfis.'

/** Returns whether a module can be part of plans and have profiles: every module except the common one. */
export const isGrantable = (moduleId: number): boolean => moduleId !== commonModuleId

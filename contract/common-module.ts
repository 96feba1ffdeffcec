import { commonModuleId } from './constants.ts'

/** Error message if the common module is added to a plan or profile. Every user has its functions anyway. */
export const commonModuleSentence = 'O módulo comum é de todos: não entra em planos nem tem perfis.'

/** Returns whether a module can be part of plans and have profiles: every module except the common one. */
export const isGrantable = (moduleId: number): boolean => moduleId !== commonModuleId

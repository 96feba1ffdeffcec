import { commonModuleId } from './constants.ts'

/** Refusal of plans and profiles for the common module, whose functions everybody has anyway. */
export const commonModuleSentence = 'O módulo comum é de todos: não entra em planos nem tem perfis.'

/** Whether a module may be in plans and have profiles: any but the common module. */
export const isGrantable = (moduleId: number): boolean => moduleId !== commonModuleId

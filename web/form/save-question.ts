/** Asked before a change is saved, where the contract asks for no proof of identity that would say what changes. */
export const saveQuestion = 'Deseja salvar as alterações?'

import type { Refusals } from '../form/show-refusal.ts'
import type { ProfileValues } from './profile-values.ts'

type ProfileRefusals = Refusals<keyof ProfileValues>

const fields = {
  'profile-name-in-use': 'name',
  'profile-in-use': 'module_id',
  'module-not-found': 'module_id',
} as const

/** Error messages for a profile that could not be created (console.md §8). */
export const creationRefusals: ProfileRefusals = {
  failure: 'Erro ao cadastrar perfil!',
  errors: ['invalid-input', 'profile-name-in-use'],
  fields,
}

/**
 * Error messages for a profile that could not be changed (console.md §8). Includes the server's reason if the user can
 * act on it.
 */
export const changeRefusals = (failure: string): ProfileRefusals => ({
  failure,
  reasons: [
    'invalid-input',
    'profile-name-in-use',
    'profile-in-use',
    'profile-deleted',
    'profile-of-system',
    'profile-held',
    'profile-lacks-function',
  ],
  fields,
})

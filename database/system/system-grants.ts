import {
  administratorProfileId,
  auditorProfileId,
  masterProfileId,
} from '../../contract/constants.ts'
import { type ScreenAction, type ScreenPath, screens } from '../../contract/screens.ts'

/** Screens of a profile, with their actions. */
export type ScreenGrants = { readonly [S in ScreenPath]?: readonly ScreenAction<S>[] }

const master: ScreenGrants = {
  '/user-list': screens['/user-list'].actions,
  '/user-create': screens['/user-create'].actions,
  '/user-edit': screens['/user-edit'].actions,
  '/user-edit-profile': screens['/user-edit-profile'].actions,
  '/token-management': screens['/token-management'].actions,
  '/profile-list': screens['/profile-list'].actions,
  '/profile-create': screens['/profile-create'].actions,
  '/profile-edit': screens['/profile-edit'].actions,
  '/profile-edit-function': screens['/profile-edit-function'].actions,
  '/master-delegation': screens['/master-delegation'].actions,
  '/function-list': [],
  '/audit-list': [],
  '/review-list': [],
  '/request-list': [],
}

const support: ScreenGrants = {
  '/company-list': [],
  '/service-list': [],
  '/module-list': [],
  '/function-list': [],
  '/profile-list': [],
  '/user-list': [],
  '/user-edit': ['reset-password', 'unlock'],
  '/token-management': [],
}

const audit: ScreenGrants = {
  '/company-list': [],
  '/service-list': [],
  '/module-list': [],
  '/function-list': [],
  '/action-list': [],
  '/plan-list': [],
  '/plan-module-manager': [],
  '/plan-company-manager': [],
  '/plan-loose': [],
  '/profile-list': [],
  '/user-list': [],
  '/token-management': [],
  '/master-delegation': [],
  '/audit-list': [],
  '/separation-rule-list': [],
  '/separation-rule-form': [],
  '/review-list': [],
  '/request-list': [],
}

const everything: ScreenGrants = Object.fromEntries(
  Object.entries(screens).map(([path, screen]) => [path, screen.actions]),
)

/** Initial screens of the system profiles. Profile 2 has none. */
export const systemGrants: readonly { profileId: number; screens: ScreenGrants }[] = [
  { profileId: administratorProfileId, screens: everything },
  { profileId: 3, screens: support },
  { profileId: auditorProfileId, screens: audit },
  { profileId: masterProfileId, screens: master },
]

/** Screens that companies may add to their own profiles: those of a master user. */
export const companyScreens: ReadonlySet<string> = new Set(Object.keys(master))

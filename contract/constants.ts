/** Ids and limits that both specifications define (portal.md §9, console.md §9). */

/** Id of the module that is this console. */
export const consoleModuleId = 1
/** Id of the common module, whose functions are granted to every user who is signed in to any module. */
export const commonModuleId = 34
/** Id of the profile whose holders are the administrators. */
export const administratorProfileId = 1
/**
 * Id of the profile 'Suporte'. Its holders see the rows of their own company and the users of every company, and may
 * make three writes for any of these users (rulings §11; decision 53).
 */
export const supportProfileId = 3
/**
 * Id of the profile 'Auditoria'. Its holders see the rows of every company on the screens that this profile opens, and
 * may not write (rulings §10 and §11).
 */
export const auditorProfileId = 4
/** Ids of the association's own profiles. Only administrators see, grant and revoke them. */
export const administratorProfileIds = [1, 2, 3, 4] as const
/** Id of the profile of a company's master user. */
export const masterProfileId = 8
/** Ids of the profiles that this code depends on. Their status, module and reach cannot be changed. */
export const systemProfileIds = [...administratorProfileIds, masterProfileId] as const
/** Id of the profile that the system itself uses. It is never shown (console.md §6). */
export const hiddenProfileId = 2
/** Milliseconds without mouse, keyboard, wheel or touch input after which a user is signed out. */
export const inactivityTimeout = 3_600_000
/** Milliseconds between a successful save and the return to the list. */
export const redirectDelay = 1000
export const copyrightStart = 1998

/** Hours for which a report by the link 'Não fui eu' freezes recovery (decision 97). */
export const recoveryFreezeHours = 72

/** Ids and limits with a fixed meaning in both specifications (portal.md §9, console.md §9). */

/** Module of this console itself. */
export const consoleModuleId = 1
/** Common module: its functions are granted to every user who is signed in to any module. */
export const commonModuleId = 34
/** Administrator profile: its holders are the administrators. */
export const administratorProfileId = 1
/**
 * Suporte: reads the rows of its own company and the users of every company, and may make three writes for any of
 * them (rulings §11; decision 53).
 */
export const supportProfileId = 3
/**
 * Auditoria: reads the rows of every company on the screens that this profile opens, and writes nothing (rulings §10
 * and §11).
 */
export const auditorProfileId = 4
/** Profiles of the association. Only administrators see, grant and revoke them. */
export const administratorProfileIds = [1, 2, 3, 4] as const
/** Profile of a company's master user. */
export const masterProfileId = 8
/** Profiles with a fixed meaning. Their status, module and reach cannot be changed. */
export const systemProfileIds = [...administratorProfileIds, masterProfileId] as const
/** Profile of the system itself, never shown (console.md §6). */
export const hiddenProfileId = 2
/** Milliseconds without mouse, keyboard, wheel or touch input after which a user is signed out. */
export const inactivityTimeout = 3_600_000
/** Milliseconds between a successful save and the return to the list. */
export const redirectDelay = 1000
export const copyrightStart = 1998

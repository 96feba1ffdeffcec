/** Ids and limits with a fixed meaning in both specifications (portal.md §9, console.md §9). */

/** The module that is this console itself. */
export const consoleModuleId = 1
/** The common module: its functions belong to everybody who is signed in to any module. */
export const commonModuleId = 34
/** The administrator's profile: whoever holds it is an administrator. */
export const administratorProfileId = 1
/**
 * Suporte: reads its own company's rows and the people of every company, and makes three writes for any of them (rulings
 * §11; decision 53).
 */
export const supportProfileId = 3
/** Auditoria: reads every company's rows on the screens that it opens itself, and writes nothing (rulings §10 and §11). */
export const auditorProfileId = 4
/** Profiles of the association, which only administrators see, give and take. */
export const administratorProfileIds = [1, 2, 3, 4] as const
/** The profile of a company's master user. */
export const masterProfileId = 8
/** All profiles with a fixed meaning: their status, module and reach can't be changed. */
export const systemProfileIds = [...administratorProfileIds, masterProfileId] as const
/** The profile that is made for the system itself and shown to nobody (console.md §6). */
export const hiddenProfileId = 2
/** Milliseconds without mouse, keyboard, wheel or touch after which a person is signed out. */
export const inactivityTimeout = 3_600_000
/** Milliseconds between a successful save and the way back to the list. */
export const redirectDelay = 1000
export const copyrightStart = 1998

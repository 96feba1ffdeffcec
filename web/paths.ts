import { linkOptions } from '@tanstack/react-router'

/** Every link of the web is made by one of these (house rule 1). */

export const toSignIn = (state: { wanted?: string } = {}) => linkOptions({ to: '/auth', state })
export const toSignOut = () => linkOptions({ to: '/logout' })
export const toAccessPage = () => linkOptions({ to: '/access-page' })
export const toHome = () => linkOptions({ to: '/home' })
export const toStatus = () => linkOptions({ to: '/status' })
export const toUnallowed = () => linkOptions({ to: '/unallowed' })

/** A screen known by its address, such as an item of the side menu. */
export const toScreen = (path: string) => linkOptions({ to: path })

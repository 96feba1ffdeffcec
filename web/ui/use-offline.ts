import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

const subscribe = (listener: () => void) => onlineManager.subscribe(listener)
const isOffline = () => !onlineManager.isOnline()

/** Whether the server cannot be reached at present (decision 71). */
export const useOffline = (): boolean => useSyncExternalStore(subscribe, isOffline)

/** Shown in place of an error while the server cannot be reached. Failed reads are repeated when it can. */
export const offlineSentence = 'Sem conexão. Tentaremos de novo.'

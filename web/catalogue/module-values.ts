import { moduleProtocols, splitModuleUrl, type ModuleUrl } from '../../contract/module-url.ts'
import type { Module } from '../../contract/modules.ts'
import { statusLabel } from '../ui/status-select.tsx'

/** Form values of a module. */
export function moduleValues(module: Module | undefined) {
  return {
    name: module?.name ?? '',
    protocol: module?.protocol ?? 'https://',
    url: module?.url ?? '',
    is_enable_spid: module?.is_enable_spid ?? false,
    active: module?.status !== 0,
  }
}

/** Labels of the form fields. */
export const moduleLabels = {
  name: 'Nome',
  protocol: 'Protocolo',
  url: 'Url',
  is_enable_spid: 'Habilitar múltiplos SPIDs',
  active: statusLabel,
}

export type ModuleValues = ReturnType<typeof moduleValues>

/**
 * Returns protocol and url as they are sent. A protocol typed in the url field replaces the selected one (console.md
 * §5).
 */
export function addressOf({ protocol, url }: Pick<ModuleValues, 'protocol' | 'url'>): ModuleUrl {
  const chosen = moduleProtocols.find((allowed) => allowed === protocol)
  return splitModuleUrl(url, chosen)
}

/** Address fields of a request body. */
interface SentAddress {
  protocol?: string | undefined
  url?: string | null | undefined
}

/**
 * Returns whether saving changes the address to which users of the module are sent, which requires identity
 * confirmation.
 */
export function movesAddress(typed: SentAddress, module: Module | undefined): boolean {
  const before = addressOf(moduleValues(module))
  const { url, protocol } = typed
  return (url ?? '') !== before.url || (Boolean(url) && protocol !== before.protocol)
}

/** Normalises the form values before they are sent. */
export const normalModule = (values: ModuleValues) => ({ ...values, ...addressOf(values) })

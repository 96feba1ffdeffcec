import { moduleProtocols, splitModuleUrl, type ModuleUrl } from '../../contract/module-url.ts'
import type { Module } from '../../contract/modules.ts'
import { statusLabel } from '../ui/status-select.tsx'

/** What the fields of a module hold. */
export function moduleValues(module: Module | undefined) {
  return {
    name: module?.name ?? '',
    protocol: module?.protocol ?? 'https://',
    url: module?.url ?? '',
    is_enable_spid: module?.is_enable_spid ?? false,
    active: module?.status !== 0,
  }
}

/** What stands beside the fields of a module. */
export const moduleLabels = {
  name: 'Nome',
  protocol: 'Protocolo',
  url: 'Url',
  is_enable_spid: 'Habilitar múltiplos SPIDs',
  active: statusLabel,
}

export type ModuleValues = ReturnType<typeof moduleValues>

/** Protocol and url as they are sent; a protocol typed into the url field replaces the chosen one (console.md §5). */
export function addressOf({ protocol, url }: Pick<ModuleValues, 'protocol' | 'url'>): ModuleUrl {
  const chosen = moduleProtocols.find((known) => known === protocol)
  return splitModuleUrl(url, chosen)
}

/** An address as a body has it. */
interface SentAddress {
  protocol?: string | undefined
  url?: string | null | undefined
}

/** Whether a save leads people who enter the module elsewhere, which needs the proof of identity. */
export function movesAddress(typed: SentAddress, module: Module | undefined): boolean {
  const before = addressOf(moduleValues(module))
  const { url, protocol } = typed
  return (url ?? '') !== before.url || (Boolean(url) && protocol !== before.protocol)
}

/** The fields of a module as they are sent. */
export const normalModule = (values: ModuleValues) => ({ ...values, ...addressOf(values) })

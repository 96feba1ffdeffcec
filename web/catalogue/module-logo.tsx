import type { Module } from '../../contract/modules.ts'
import { call } from '../api/api-client.ts'
import { RecordLogo } from '../form/record-logo.tsx'

interface ModuleLogoProps {
  module: Module
  /** If true, as wide as the cards of the record; otherwise as wide as a form. */
  broad: boolean
  onChanged: (logo: string | null) => void
}

/** Section for the logo of a module. */
export function ModuleLogo({ module, broad, onChanged }: ModuleLogoProps) {
  const params = { id: String(module.id) }
  return (
    <RecordLogo
      title="Imagem do módulo"
      record={module}
      broad={broad}
      question={{
        text: 'Deseja remover a imagem do módulo?',
        about: `Módulo: ${module.name}`,
        consequence: 'A página de acesso passa a mostrar as iniciais do módulo.',
      }}
      save={(content) => call('moduleLogoUpdate', { params, body: { content } })}
      remove={() => call('moduleLogoDelete', { params })}
      onChanged={onChanged}
    />
  )
}

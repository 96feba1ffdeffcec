import { Button, Skeleton, TextInput, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { RequestableModule } from '../../contract/access-requests.ts'
import { searchMaxLength } from '../../contract/list.ts'
import { queryOf } from '../api/query-of.ts'
import { useOptionSearch } from '../list/use-option-search.ts'
import { arrowStop } from '../ui/arrow-keys.ts'
import { Picture } from '../ui/picture.tsx'
import classes from './requestable-modules.module.css'

interface RequestableModulesProps {
  token: string | undefined
  /** Text to search for at first. */
  search: string
  onChoose: (module: RequestableModule) => void
}

/** Search for modules of the user's companies that the user cannot open. The list keeps its height, so nothing moves. */
export function RequestableModules({ token, search: initial, onChoose }: RequestableModulesProps) {
  const [typed, setTyped] = useState(initial)
  const { search, data, error, loaded, refetch } = useOptionSearch(
    (text) =>
      queryOf('accessRequestModules', {
        query: { search: text },
        ...(token !== undefined && { token }),
      }),
    { typed },
  )
  const modules = data?.modules ?? []
  return (
    <div className={classes['finder']} data-arrow-list>
      <TextInput
        {...arrowStop(true)}
        type="search"
        data-autofocus
        label="O que você quer acessar?"
        placeholder="Módulo, serviço ou empresa"
        maxLength={searchMaxLength}
        leftSection={<IconSearch size={16} stroke={1.8} aria-hidden="true" />}
        value={typed}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
      />
      <div className={classes['found']} aria-busy={!loaded && !error}>
        {data === undefined && !error && <Skeleton height="3rem" />}
        <ul aria-label="Módulos sem acesso">
          {modules.map((module, index) => (
            <li key={`${module.company.id} ${module.module.id}`}>
              <ModuleOption module={module} byTab={index === 0} onChoose={onChoose} />
            </li>
          ))}
        </ul>
        {error && (
          <p role="alert">
            {'Não foi possível buscar. '}
            <Button variant="subtle" size="compact-sm" onClick={() => void refetch()}>
              Tentar novamente
            </Button>
          </p>
        )}
        <output aria-label="Resultado da busca">{data && noteOf(data, search)}</output>
      </div>
    </div>
  )
}

function noteOf({ modules, more }: { modules: readonly unknown[]; more: boolean }, search: string) {
  if (more) return 'Há outros módulos. Digite para achar.'
  if (modules.length > 0) return null
  return search === ''
    ? 'Você já acessa todos os módulos das suas empresas.'
    : 'Nenhum resultado encontrado para os critérios de pesquisa.'
}

interface ModuleOptionProps {
  module: RequestableModule
  byTab: boolean
  onChoose: (module: RequestableModule) => void
}

function ModuleOption({ module: option, byTab, onChoose }: ModuleOptionProps) {
  const { company, service, module, open, pending, spids } = option
  // Of a module with SPIDs, other SPIDs can still be requested.
  const asked = pending && spids.length < 2
  return (
    <UnstyledButton
      {...arrowStop(byTab)}
      className={classes['option'] ?? ''}
      aria-disabled={asked || undefined}
      onClick={() => !asked && onChoose(option)}
    >
      <Picture key={module.logo} name={module.name} source={module.logo} />
      <span className={classes['text']}>
        <span>{module.name}</span>
        <small>{`${service.name} · ${company.name}`}</small>
      </span>
      <small className={classes['state']}>
        {pending ? 'Pedido enviado' : open ? 'Sem alguns SPIDs' : 'Sem acesso'}
      </small>
    </UnstyledButton>
  )
}

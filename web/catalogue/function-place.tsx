import { useQuery } from '@tanstack/react-query'
import { NativeSelect, Select } from '@mantine/core'
import { functionMethods, normalizeFunctionUrl } from '../../contract/functions.ts'
import { queryOf } from '../api/query-of.ts'
import { displayUrl } from '../ui/display-url.ts'
import { functionPlaces, methodOf, type FunctionForm } from './function-values.ts'

const environments = [{ value: '', label: 'Selecione' }, ...functionPlaces]
const methods = [{ value: '', label: 'Selecione' }, ...functionMethods]

/** Fields that map a function of this console's own module to a screen or a server endpoint (console.md §2, §4). */
export function FunctionPlace({ form }: { form: FunctionForm }) {
  const front = form.values.environment === 'front'
  return (
    <>
      <NativeSelect required data={environments} {...form.text('environment')} />
      <NativeSelect
        required
        data={methods}
        {...form.text('method')}
        value={methodOf(form.values)}
        disabled={front}
      />
      {form.values.environment === 'back' && <EndpointSelect form={form} />}
    </>
  )
}

/** Select of this server's endpoints, which fills in method and URL. */
function EndpointSelect({ form }: { form: FunctionForm }) {
  const { values, set } = form
  const catalogue = useQuery(queryOf('functionBackCatalogue'))
  const endpoints = catalogue.data?.endpoints ?? []
  const nameOf = (method: string, path: string) => `${method} ${path}`
  const chosen = nameOf(values.method, normalizeFunctionUrl(values.url))
  return (
    <Select
      label="Endpoint do servidor"
      description="Preenche o método e a url."
      searchable
      clearable
      wrapperProps={{ 'data-wide': true }}
      placeholder="Busque pelo método ou pelo caminho"
      nothingFoundMessage="Nenhum endpoint encontrado."
      limit={100}
      data={endpoints.map(({ method, path }) => nameOf(method, path))}
      value={endpoints.some(({ method, path }) => nameOf(method, path) === chosen) ? chosen : null}
      onChange={(name) => {
        const endpoint = endpoints.find(({ method, path }) => nameOf(method, path) === name)
        if (endpoint) set({ method: endpoint.method, url: displayUrl(endpoint.path) })
      }}
    />
  )
}

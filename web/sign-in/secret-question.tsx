import { useQuery } from '@tanstack/react-query'
import { Anchor, Select, type MantineSize } from '@mantine/core'
import { queryOf } from '../api/query-of.ts'
import classes from './passwords.module.css'

interface SecretQuestionProps {
  value: number | null
  /** Error message of the field. */
  error: string | null
  size?: MantineSize
  onChange: (question: number | null) => void
}

/** Select of the secret question. If the questions cannot be loaded, shows an error and a retry link (portal.md §8). */
export function SecretQuestion({ value, error, size = 'sm', onChange }: SecretQuestionProps) {
  const questions = useQuery(queryOf('secretQuestionList'))
  const options = questions.data?.questions ?? []
  return (
    <div>
      <Select
        label="Pergunta secreta"
        placeholder="Selecione a pergunta"
        name="question"
        required
        withAsterisk={false}
        size={size}
        comboboxProps={{ withinPortal: true }}
        data={options.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={value === null ? null : String(value)}
        onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
        error={questions.isError ? 'Erro ao buscar perguntas secretas.' : error}
        errorProps={{ role: 'alert' }}
      />
      {questions.isError && (
        <Anchor
          className={classes['again'] ?? ''}
          component="button"
          type="button"
          size="sm"
          disabled={questions.isFetching}
          onClick={() => void questions.refetch()}
        >
          Buscar novamente
        </Anchor>
      )}
    </div>
  )
}

import { TextInput, type MantineSize } from '@mantine/core'

interface SecretAnswerProps {
  value: string
  error: string | undefined
  size?: MantineSize
  onChange: (response: string) => void
}

/** Field for the answer to a secret question. */
export function SecretAnswer({ value, error, size = 'sm', onChange }: SecretAnswerProps) {
  return (
    <TextInput
      label="Resposta"
      name="response"
      autoComplete="off"
      required
      withAsterisk={false}
      size={size}
      maxLength={200}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
      errorProps={{ role: 'alert' }}
    />
  )
}

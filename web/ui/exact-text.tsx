import { TextInput, type TextInputProps } from '@mantine/core'

/** Field for text that is not prose, such as a path: no auto-capitalisation or spell check. */
export function ExactText(props: TextInputProps) {
  return <TextInput autoCapitalize="none" spellCheck={false} {...props} />
}

import { TextInput, type TextInputProps } from '@mantine/core'

/** A line that counts letter by letter, such as a path: the keyboard neither capitalises nor corrects it. */
export function ExactText(props: TextInputProps) {
  return <TextInput autoCapitalize="none" spellCheck={false} {...props} />
}

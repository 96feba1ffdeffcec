import { Textarea, type TextareaProps } from '@mantine/core'

/** Multi-line text field across all columns of a form; grows with its content. */
export function LongText(props: TextareaProps) {
  return <Textarea autosize minRows={3} wrapperProps={{ 'data-wide': true }} {...props} />
}

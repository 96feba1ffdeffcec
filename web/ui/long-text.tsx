import { Textarea, type TextareaProps } from '@mantine/core'

/** A text of several lines, as wide as the form; it grows while it is typed. */
export function LongText(props: TextareaProps) {
  return <Textarea autosize minRows={3} wrapperProps={{ 'data-wide': true }} {...props} />
}

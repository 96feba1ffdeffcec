import { IconPlus } from '@tabler/icons-react'
import { ButtonAnchor, type ButtonAnchorProps } from './button-link.tsx'
import { createScreenLink } from './screen-link.tsx'

function NewAnchor(props: ButtonAnchorProps) {
  return <ButtonAnchor {...props} leftSection={<IconPlus size={16} aria-hidden="true" />} />
}

/** Link from a list to the form of a new record; takes a result of `paths.ts`. */
export const NewLink = createScreenLink(NewAnchor)

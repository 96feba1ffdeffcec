import { ButtonAnchor, type ButtonAnchorProps } from './button-link.tsx'
import { createScreenLink } from './screen-link.tsx'

function RelatedAnchor(props: ButtonAnchorProps) {
  return <ButtonAnchor variant="default" {...props} />
}

/** Link from a form to records related to its own; takes a result of `paths.ts`. */
export const RelatedLink = createScreenLink(RelatedAnchor)

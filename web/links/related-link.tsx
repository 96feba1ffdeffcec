import { ButtonAnchor, type ButtonAnchorProps } from './button-link.tsx'
import { createScreenLink } from './screen-link.tsx'

function RelatedAnchor(props: ButtonAnchorProps) {
  return <ButtonAnchor variant="default" {...props} />
}

/** The link of a form to what belongs to its record; takes what a function of `paths.ts` gives. */
export const RelatedLink = createScreenLink(RelatedAnchor)

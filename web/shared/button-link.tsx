import { Button } from '@mantine/core'
import { createLink } from '@tanstack/react-router'

/** A link that looks like a button; takes what a function of `paths.ts` gives. */
export const ButtonLink = createLink(Button<'a'>)

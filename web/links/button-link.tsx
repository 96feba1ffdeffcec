import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentProps } from 'react'
import { createScreenLink } from './screen-link.tsx'

export type ButtonAnchorProps = ButtonProps & Omit<ComponentProps<'a'>, keyof ButtonProps>

/** An anchor that looks like a button. */
export function ButtonAnchor(props: ButtonAnchorProps) {
  return <Button component="a" {...props} />
}

/** A link that looks like a button; takes what a function of `paths.ts` gives. */
export const ButtonLink = createScreenLink(ButtonAnchor)

import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentProps } from 'react'
import { createScreenLink } from './screen-link.tsx'

export type ButtonAnchorProps = ButtonProps & Omit<ComponentProps<'a'>, keyof ButtonProps>

/** Anchor that looks like a button. */
export function ButtonAnchor(props: ButtonAnchorProps) {
  return <Button component="a" {...props} />
}

/** Link that looks like a button; takes a result of `paths.ts`. */
export const ButtonLink = createScreenLink(ButtonAnchor)

import { IconPencil } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { IconAnchor } from './icon-link.tsx'
import { createScreenLink } from './screen-link.tsx'

type EditAnchorProps = Omit<ComponentProps<typeof IconAnchor>, 'icon' | 'label'>

function EditAnchor(props: EditAnchorProps) {
  return <IconAnchor {...props} icon={IconPencil} label="Editar" />
}

/** The link of a row to the form of its record; takes what a function of `paths.ts` gives. */
export const EditLink = createScreenLink(EditAnchor)

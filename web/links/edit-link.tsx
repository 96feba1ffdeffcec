import { IconPencil } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { IconAnchor } from './icon-link.tsx'
import { createScreenLink } from './screen-link.tsx'

type EditAnchorProps = Omit<ComponentProps<typeof IconAnchor>, 'icon' | 'label'>

function EditAnchor(props: EditAnchorProps) {
  return <IconAnchor {...props} icon={IconPencil} label="Editar" />
}

/** Link from a row to the form of its record; takes a result of `paths.ts`. */
export const EditLink = createScreenLink(EditAnchor)

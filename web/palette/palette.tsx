import '@mantine/spotlight/styles.layer.css'
import { Modal } from '@mantine/core'
import { Spotlight, useSpotlight } from '@mantine/spotlight'
import { useState } from 'react'
import { OpeningModals } from '../access/opening-modals.tsx'
import { useOpenModule } from '../access/use-open-module.ts'
import { tabInitialToken } from '../api/tab-place.ts'
import { matches } from './palette-item.ts'
import { PaletteBox } from './palette-box.tsx'
import { closePalette, paletteStore, returnFocus } from './palette-store.ts'
import classes from './palette.module.css'
import { useActionItems } from './use-action-items.ts'
import { useModuleItems } from './use-module-items.ts'
import { useRecordItems } from './use-record-items.ts'
import { useScreenItems } from './use-screen-items.ts'

/** Maximum number of modules shown; a user may have hundreds, one per company. */
const maxModules = 5

/** Finds screens, records, modules and actions (issue 9); loaded on first use. */
export default function Palette({ onShortcuts }: { onShortcuts: () => void }) {
  const { opened } = useSpotlight(paletteStore)
  const [typed, setTyped] = useState('')
  const token = tabInitialToken() ?? ''
  const opening = useOpenModule(token)
  const records = useRecordItems(opened ? typed : '')
  const modules = useModuleItems(token, opened, (destination) => void opening.open(destination))
  const screens = useScreenItems()
  const actions = useActionItems(onShortcuts)

  // Records come last, so that late results do not move the item that the user is about to choose.
  const items = [
    ...[...screens, ...actions].filter((item) => matches(item, typed)),
    ...modules.filter((item) => matches(item, typed)).slice(0, maxModules),
    ...records.items,
  ]
  return (
    <>
      <Spotlight.Root
        store={paletteStore}
        query={typed}
        onQueryChange={setTyped}
        shortcut={null}
        centered={false}
        // Our own `returnFocus` restores the focus synchronously, so that the chosen screen can take the focus
        // afterwards.
        returnFocus={false}
        onSpotlightClose={returnFocus}
        overlayProps={{ backgroundOpacity: 0.45 }}
        classNames={{ content: classes['content'] ?? '' }}
      >
        <Modal.Title className={classes['title'] ?? ''}>Busca rápida</Modal.Title>
        <PaletteBox
          typed={typed}
          onType={setTyped}
          items={items}
          searching={records.searching}
          failed={records.failed}
          onChoose={(item) => {
            closePalette()
            item.run()
          }}
        />
      </Spotlight.Root>
      <OpeningModals opening={opening} />
    </>
  )
}

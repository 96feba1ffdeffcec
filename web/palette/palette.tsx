import '@mantine/spotlight/styles.layer.css'
import { Modal } from '@mantine/core'
import { Spotlight, useSpotlight } from '@mantine/spotlight'
import { useState } from 'react'
import { recordKinds } from '../../contract/record-kinds.ts'
import { screens } from '../../contract/screens.ts'
import { OpeningModals } from '../access/opening-modals.tsx'
import { useOpenModule } from '../access/use-open-module.ts'
import { tabInitialToken } from '../api/tab-place.ts'
import { matchRanks, type PaletteItem, ranked, rankOf } from './palette-item.ts'
import { PaletteBox } from './palette-box.tsx'
import { closePalette, paletteStore, returnFocus } from './palette-store.ts'
import classes from './palette.module.css'
import { useActionItems } from './use-action-items.ts'
import { useHelpItems } from './use-help-items.ts'
import { useModuleItems } from './use-module-items.ts'
import { useRecordItems } from './use-record-items.ts'
import { usePersonActs } from './use-person-acts.ts'
import { useScreenItems } from './use-screen-items.ts'
import { visuallyHidden } from '../ui/visually-hidden.ts'

/** Maximum number of modules shown; a user may have hundreds, one per company. */
const maxModules = 5

const peopleGroup = screens[recordKinds.user.list].name

/** People come first if the best match is by name, and last if all matches are by e-mail. */
function byPlace(records: readonly PaletteItem[], typed: string) {
  const people = records.filter(({ group }) => group === peopleGroup)
  const others = records.filter(({ group }) => group !== peopleGroup)
  const isNamed = people.some(
    (item) => (rankOf(item, typed) ?? matchRanks.elsewhere) < matchRanks.elsewhere,
  )
  return isNamed ? { people, others } : { people: [], others: [...others, ...people] }
}

/** Finds screens, records, modules and actions (issue 9); loaded on first use. */
export default function Palette({ onShortcuts }: { onShortcuts: () => void }) {
  const { opened } = useSpotlight(paletteStore)
  const [typed, setTyped] = useState('')
  const token = tabInitialToken() ?? ''
  const opening = useOpenModule(token)
  const records = useRecordItems(opened ? typed : '')
  const modules = useModuleItems(token, opened, (destination) => void opening.open(destination))
  const personActs = usePersonActs(opened ? typed : '')
  const screenItems = useScreenItems()
  const actions = useActionItems(onShortcuts)
  const help = useHelpItems()

  const { people, others } = byPlace(records.items, typed)
  const items = [
    ...personActs,
    ...people,
    ...ranked([...screenItems, ...actions], typed),
    ...ranked(modules, typed).slice(0, maxModules),
    // Only after the user has typed, so that the first list contains the most frequent actions.
    ...(typed.trim() === '' ? [] : ranked(help, typed)),
    ...others,
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
        {/* Accessible name. Sighted users do not need it, because the field shows the same text. */}
        <Modal.Title className={visuallyHidden}>Busca rápida</Modal.Title>
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

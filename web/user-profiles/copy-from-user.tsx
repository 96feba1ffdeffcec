import { Button, Checkbox } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { UserWithProfiles, UserProfileOffers } from '../../contract/user-profiles.ts'
import { call } from '../api/api-client.ts'
import { queryOf } from '../api/query-of.ts'
import { refusalOf, showRefusal } from '../form/show-refusal.ts'
import { maxOptions, SearchSelect, type Option } from '../list/search-select.tsx'
import classes from './copy-from-user.module.css'
import { copyProfiles } from './copy-profiles.ts'
import {
  differencesOf,
  type Chosen,
  type CopiedPeriods,
  type ProfileRow,
} from './user-profile-choice.ts'

interface CopyFromUserProps {
  user: UserWithProfiles['user']
  rows: readonly ProfileRow[]
  companies: UserProfileOffers['companies']
  /** Replaces the selection without saving it. */
  onChoose: (chosen: Chosen, periods: CopiedPeriods) => void
}

/**
 * Fields for copying the profiles of another user into the selection. The difference can be reviewed before it is
 * saved.
 */
export function CopyFromUser({ user, rows, companies, onChoose }: CopyFromUserProps) {
  const [other, setOther] = useState<Option | null>(null)
  /** The user chosen last. The response for a user chosen before may arrive later and is ignored. */
  const latest = useRef<Option | null>(null)
  const [taking, setTaking] = useState(false)
  const [model, setModel] = useState<UserWithProfiles>()
  const choose = (held: UserWithProfiles, takes: boolean) => {
    const copy = copyProfiles(rows, held, { taking: takes, companies })
    onChoose(copy.chosen, copy.periods)
  }
  const { mutate, isPending } = useMutation({
    mutationFn: ({ id }: Option) => call('userProfileGet', { params: { id: String(id) } }),
    onSuccess(held, found) {
      if (found !== latest.current) return
      setModel(held)
      choose(held, taking)
    },
    onError(error, found) {
      if (found !== latest.current) return
      setOther(null)
      const problem = refusalOf(error)
      if (problem) showRefusal(problem)
    },
  })
  const { chosen, periods, left } = model
    ? copyProfiles(rows, model, { taking, companies })
    : { chosen: new Map(), periods: new Map(), left: [] }
  const undo = () => {
    latest.current = null
    setOther(null)
    setModel(undefined)
    onChoose(new Map(), new Map())
  }
  return (
    <div className={classes['same']}>
      <div className={classes['fields']}>
        <SearchSelect
          label="Igual a …"
          placeholder="Buscar por nome ou e-mail"
          clearable
          find={findUsers}
          optionsIn={({ users }) =>
            users
              .filter(({ id, status }) => id !== user.id && status !== 1)
              .map(({ id, name, email }) => ({ id, name: `${name} - ${email}` }))
          }
          value={other}
          onChoose={(found) => {
            if (!found) return undo()
            latest.current = found
            setOther(found)
            mutate(found)
          }}
        />
        <Checkbox
          label="Também retirar o que a outra pessoa não tem"
          checked={taking}
          onChange={({ currentTarget: { checked } }) => {
            setTaking(checked)
            if (model) choose(model, checked)
          }}
        />
      </div>
      <output className={classes['status']} aria-label="Igual a outra pessoa">
        {model && !isPending && (
          <>
            <p>
              <strong>{`Igual a ${model.user.name}: `}</strong>
              {`${differenceWords(rows, chosen)} Nada foi salvo ainda: confira na tabela e salve.`}
            </p>
            {periods.size > 0 && <p>Os prazos da outra pessoa são copiados.</p>}
            {left.length > 0 && (
              <>
                <p>Não muda:</p>
                <ul>
                  {left.map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              </>
            )}
          </>
        )}
      </output>
      {model && !isPending && (
        <Button
          className={classes['undo'] ?? ''}
          size="compact-sm"
          variant="default"
          onClick={(event) => {
            // The button disappears after the click, so the field takes the focus.
            event.currentTarget.parentElement?.querySelector('input')?.focus()
            undo()
          }}
        >
          Desfazer
        </Button>
      )}
    </div>
  )
}

/** Finds users visible to the signed-in user. */
const findUsers = (search: string) =>
  queryOf('userSearch', { body: { pagination: { take: maxOptions }, filters: { search } } })

function differenceWords(rows: readonly ProfileRow[], chosen: Chosen): string {
  const differences = differencesOf(rows, chosen)
  const sum = (which: 'given' | 'taken') =>
    differences.reduce((total, each) => total + each[which].length, 0)
  const [given, taken] = [sum('given'), sum('taken')]
  if (given + taken === 0) return 'não há diferença.'
  const words = [
    given > 0 && `${given} ${given === 1 ? 'atribuição' : 'atribuições'} a dar`,
    taken > 0 && `${taken} a retirar`,
  ]
  return `${words.filter(Boolean).join(', ')}.`
}

import { CheckIcon, MultiSelect } from '@mantine/core'
import { byWords } from '../ui/filter-by-words.ts'
import { selectFirstOption } from '../ui/select-first-option.ts'
import classes from './profile-table.module.css'
import { seatKey, seatWords, type SeatChoice } from './seat-choice.ts'
import { RowPeriods } from './row-periods.tsx'
import {
  labelOf,
  type CopiedPeriods,
  type differencesOf,
  type ProfileRow,
} from './user-profile-choice.ts'

interface ProfileRowFieldsProps {
  row: ProfileRow
  values: readonly string[]
  difference: ReturnType<typeof differencesOf>[number] | undefined
  seats: SeatChoice
  /** Undefined for read-only users. */
  onChoose: ((row: ProfileRow, values: readonly string[]) => void) | undefined
  copied: CopiedPeriods
  userName: string
  /** Called after a period has changed. Undefined if the signed-in user cannot give profiles. */
  onPeriod: (() => void) | undefined
}

/** Maximum number of options shown before the user types. */
const offered = 50
/** Maximum number of companies whose seats are shown below the select. */
const shownCompanies = 4

/** One profile with the companies and SPIDs for which the user holds it. */
export function ProfileRowFields(props: ProfileRowFieldsProps) {
  const { row, values, difference, seats, onChoose, copied, userName, onPeriod } = props
  const pairOf = new Map(row.pairs.map((pair) => [pair.value, pair]))
  const seatsOf = (companyId: number) => seats.get(seatKey(companyId, row.module.id))
  const concerned = companiesOf(row, values).flatMap((company) => {
    const found = seatsOf(company.id)
    return found ? [{ company, seats: found }] : []
  })
  return (
    <tr data-change={changeOf(difference)}>
      <th scope="row">
        <strong>{row.name}</strong>
        {` - ${row.service.name} - ${row.module.name}`}
        {difference && <em>{changeWords(difference)}</em>}
        {row.note !== null && <small>{row.note}</small>}
      </th>
      <td>
        <MultiSelect
          aria-label={`Empresas e SPIDs de ${labelOf(row)}`}
          classNames={{
            pillsList: classes['chosen'] ?? '',
            pill: classes['pill'] ?? '',
            inputField: classes['field'] ?? '',
          }}
          data={row.pairs.map(({ value, label }) => ({ value, label }))}
          value={[...values]}
          onChange={(chosen) => onChoose?.(row, chosen)}
          readOnly={onChoose === undefined}
          searchable
          openOnFocus={false}
          onKeyDown={(event) => selectFirstOption(event)}
          limit={offered}
          filter={byWords}
          {...(values.length === 0 && { placeholder: 'Nenhuma' })}
          nothingFoundMessage="Nenhuma empresa ou SPID encontrado."
          renderOption={({ option, checked }) => {
            const pair = pairOf.get(option.value)
            const left = pair && seatsOf(pair.company.id)
            return (
              <>
                <CheckIcon className={classes['check'] ?? ''} data-on={checked || undefined} />
                <span className={classes['option']}>
                  {option.label}
                  {left && <small>{seatWords(left)}</small>}
                </span>
              </>
            )
          }}
        />
        <RowPeriods
          row={row}
          given={difference?.given ?? []}
          copied={copied}
          userName={userName}
          onChanged={onPeriod}
        />
        {concerned.length > 0 && (
          <ul className={classes['seats']} aria-label={`Licenças de ${row.module.name}`}>
            {concerned.slice(0, shownCompanies).map(({ company, seats: each }) => (
              <li key={company.id} data-refused={each.refused || undefined}>
                {`${company.name}: ${seatWords(each)}`}
              </li>
            ))}
            {concerned.length > shownCompanies && (
              <li>{`e mais ${concerned.length - shownCompanies} empresas`}</li>
            )}
          </ul>
        )}
      </td>
    </tr>
  )
}

/**
 * Returns the companies that are selected now or were selected before. If only one company is available, it is always
 * included.
 */
function companiesOf({ pairs, held }: ProfileRow, values: readonly string[]) {
  const concerned = new Set([...held, ...values])
  const all = new Map(pairs.map(({ company }) => [company.id, company]))
  if (all.size === 1) return [...all.values()]
  const some = pairs.filter(({ value }) => concerned.has(value))
  return [...new Map(some.map(({ company }) => [company.id, company])).values()]
}

type Difference = ReturnType<typeof differencesOf>[number]

const changeOf = (difference: Difference | undefined) =>
  difference && (difference.given.length > 0 ? 'given' : 'taken')

const changeWords = ({ given, taken }: Difference): string =>
  [given.length > 0 && `+${given.length}`, taken.length > 0 && `−${taken.length}`]
    .filter(Boolean)
    .join(', ')

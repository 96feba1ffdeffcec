import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { fullStop } from '../../contract/full-stop.ts'
import { sameSpid, type CompanySpid } from '../../contract/spids.ts'

type Holders = SuccessOf<Api['companyHolders']>
type Bounded = Holders['people']

/** Maximum number of modules to name. */
const modulesShown = 5

/** Describes the access that users lose when their company is deactivated. */
export function lossOfCompany({ people, names, delegations, modules }: Holders): string {
  if (people.total === 0) return `Ninguém usa módulos por esta empresa. ${comesBack}`
  const verb = people.total === 1 ? 'perde' : 'perdem'
  const shown = modules
    .slice(0, modulesShown)
    .map(({ name, people: of }) => `${name} (${figure(of)})`)
  const further = modules.length - shown.length
  return [
    fullStop(
      `${counted(people, 'pessoa', 'pessoas')} ${verb} o acesso por esta empresa: ${listed(names, people)}`,
    ),
    modules.length > 0 && `Módulos: ${shown.join(', ')}${further > 0 ? ` e mais ${further}` : ''}.`,
    delegations.total > 0 &&
      `${counted(delegations, 'delegação para', 'delegações param')} de valer.`,
    comesBack,
  ]
    .filter((sentence) => sentence !== false)
    .join(' ')
}

/** Describes the access that users lose with the removed SPIDs; undefined if no user has a profile for them. */
export function lossOfSpids(
  { spids }: Holders,
  removed: readonly CompanySpid[],
): string | undefined {
  const held = spids.filter(
    ({ spid, people }) => people.total > 0 && removed.some((each) => sameSpid(each.spid, spid)),
  )
  if (held.length === 0) return undefined
  const sentences = held.map(({ spid, people, user_profiles, names, profiles }) => {
    const verb = people.total === 1 ? 'perde' : 'perdem'
    const lost = counted(user_profiles, 'perfil', 'perfis')
    return fullStop(
      `SPID ${spid}: ${counted(people, 'pessoa', 'pessoas')} ${verb} ${lost} (${profiles.join(', ')}): ${listed(names, people)}`,
    )
  })
  return [...sentences, 'O que se perde não volta se o SPID for cadastrado de novo.'].join(' ')
}

/** Last sentence of a deactivation. */
const comesBack = 'Nada é excluído: tudo volta quando a empresa for ativada.'

const figure = ({ total, more }: Bounded) =>
  `${more ? 'mais de ' : ''}${total.toLocaleString('pt-BR')}`

const counted = (bounded: Bounded, one: string, many: string) =>
  `${figure(bounded)} ${bounded.total === 1 && !bounded.more ? one : many}`

/** Lists the known names and the number of further users. */
function listed(names: readonly string[], { total, more }: Bounded): string {
  const further = total - names.length
  if (more) return `${names.join(', ')} e muitas mais`
  return further > 0 ? `${names.join(', ')} e mais ${further}` : names.join(', ')
}

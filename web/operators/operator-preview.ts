import type { Api } from '../../contract/api.ts'
import { maskCnpj } from '../../contract/cnpj.ts'
import { consoleModuleId } from '../../contract/constants.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import type { Described } from '../confirm-identity/confirm-identity-request.ts'
import { counted } from '../form/difference.ts'
import type { OperatorBody } from './operator-values.ts'

type Preview = SuccessOf<Api['operatorPreview']>

/**
 * Describes a new operator part by part, with the seats that remain free in each module, for its identity confirmation.
 * Without a preview the seats are unknown.
 */
export function describeOperator(
  { name, document, email, spids = [], user_name, user_email }: OperatorBody,
  preview: Preview | undefined,
  plans: readonly string[],
): Described {
  const parts = [
    { count: 'Empresa', names: [`${name} · CNPJ ${maskCnpj(document)} · ${email}`] },
    ...createdItems({ one: 'SPID', many: 'SPIDs' }, spids.map(spidInWords)),
    ...createdItems({ one: 'plano', many: 'planos' }, plans),
    ...createdItems(
      { one: 'módulo com licenças', many: 'módulos com licenças' },
      (preview?.modules ?? []).map(seatsLeft),
    ),
    { count: 'Usuário master', names: [`${user_name} · ${user_email}`] },
  ]
  return {
    describe: `Cadastrar a operadora ${name}`,
    changes: parts,
    consequence: `${aboutSeats(preview)}O convite para o primeiro acesso é enviado para ${user_email}.`,
  }
}

function aboutSeats(preview: Preview | undefined): string {
  if (!preview) return 'Não foi possível calcular quantas licenças ficam livres. '
  const ofConsole = preview.modules.find(({ module }) => module.id === consoleModuleId)
  if (ofConsole?.free !== 0) return ''
  return `Sem licença livre de ${ofConsole.module.name}, o usuário master não poderá dar perfis desse módulo a outras pessoas. `
}

const createdItems = (names: { one: string; many: string }, added: readonly string[]) =>
  counted(names, { added, removed: [] })

const spidInWords = ({ spid, description }: NonNullable<OperatorBody['spids']>[number]): string =>
  description ? `${spid} · ${description}` : spid

function seatsLeft({ module, limit, used, free }: Preview['modules'][number]): string {
  const left = free === 1 ? '1 livre' : `${free} livres`
  return `${module.name}: ${used} de ${limit} em uso, ${free === 0 ? 'nenhuma livre' : left}`
}

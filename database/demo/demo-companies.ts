import { verifierDigit } from '@fnando/cnpj'
import type pg from 'pg'
import { madeAt } from './demo-dates.ts'
import { demoCompanyLogos } from './demo-logos.ts'
import { insertRows } from './insert-rows.ts'

/** A fictitious company of the demo. */
export interface DemoCompany {
  id: number
  name: string
  /** Domain of the e-mail addresses of the company and its users. */
  domain: string
  /** First 12 characters of the company's CNPJ. */
  root: string
  active: boolean
  spids: readonly string[]
  /** Number of generated users, in addition to those with a fixed e-mail. */
  people: number
  /** Prefix of the user codes. */
  code: string
}

/** The association that runs the portal. */
export const associationId = 1

/** The association, eight operators, and a former operator. */
export const demoCompanies: readonly DemoCompany[] = [
  {
    id: associationId,
    name: 'Associação Brasileira de Operadoras (demonstração)',
    domain: 'portaria.example',
    root: '983017450001',
    active: true,
    spids: [],
    people: 12,
    code: 'ABO',
  },
  {
    id: 2,
    name: 'Araucária Telecom S.A.',
    domain: 'araucaria.example',
    root: '981124670001',
    active: true,
    spids: ['7101', '7102', '7103', '7104'],
    people: 48,
    code: 'ARA',
  },
  {
    id: 3,
    name: 'Vale do Ipê Telecomunicações Ltda.',
    domain: 'valedoipe.example',
    root: '982236110001',
    active: true,
    spids: ['7205'],
    people: 40,
    code: 'IPE',
  },
  {
    id: 4,
    name: 'Rede Jequitibá S.A.',
    domain: 'jequitiba.example',
    // Since July 2026 the first 12 characters may include letters.
    root: '9J3QT7B20001',
    active: true,
    spids: ['7310', '7311'],
    people: 34,
    code: 'JEQ',
  },
  {
    id: 5,
    name: 'Aurora Móvel S.A.',
    domain: 'auroramovel.example',
    root: '984470290001',
    active: true,
    spids: [],
    people: 28,
    code: 'AUR',
  },
  {
    id: 6,
    name: 'Litoral Fibra Ltda.',
    domain: 'litoralfibra.example',
    root: '985583160001',
    active: true,
    spids: ['7418'],
    people: 26,
    code: 'LIT',
  },
  {
    id: 7,
    name: 'Cerrado Conecta S.A.',
    domain: 'cerradoconecta.example',
    root: '986690740001',
    active: true,
    spids: ['7522', '7523'],
    people: 22,
    code: 'CER',
  },
  {
    id: 8,
    name: 'Pampa Voz e Dados Ltda.',
    domain: 'pampavoz.example',
    root: '987705380001',
    active: true,
    spids: [],
    people: 18,
    code: 'PAM',
  },
  {
    id: 9,
    name: 'Mandacaru Telecom Ltda.',
    domain: 'mandacaru.example',
    root: '988816920001',
    active: true,
    spids: ['7631'],
    people: 10,
    code: 'MAN',
  },
  {
    id: 10,
    name: 'Mirante Telefonia Ltda.',
    domain: 'mirante.example',
    root: '989928050001',
    active: false,
    // A company has at most eight SPIDs. Some contain letters.
    spids: ['7701', '7702', '7703', '7704', 'MIR05', 'MIR06', 'MIR07', 'MIR08'],
    people: 4,
    code: 'MIR',
  },
]

/** Descriptions of SPIDs, by their position in the company. */
const spidDescriptions = ['Telefonia fixa', 'Telefonia móvel', 'Voz sobre IP', 'Serviços 0800']

export async function insertCompanies(client: pg.ClientBase): Promise<void> {
  const rows = demoCompanies.map((company) => ({
    id: company.id,
    name: company.name,
    email: `contato@${company.domain}`,
    document: cnpj(company.root),
    active: company.active,
    created_at: madeAt(company.id * 7_321),
    updated_at: madeAt(company.id * (company.active ? 7_321 : 90_000)),
  }))
  await insertRows(client, 'companies', rows)
  const spids = demoCompanies.flatMap((company) =>
    company.spids.map((spid, place) => ({
      company_id: company.id,
      spid,
      description: spidDescriptions[place] ?? '',
      created_at: madeAt(company.id * 7_321 + place),
    })),
  )
  await insertRows(client, 'spids', spids)
  await insertRows(client, 'company_logos', demoCompanyLogos(associationId))
}

/** Appends the check digits to the first 12 characters. A letter counts as its ASCII code minus 48. */
function cnpj(root: string): string {
  const values = Array.from(root).map((place) => place.charCodeAt(0) - 48)
  const first = verifierDigit(values)
  return `${root}${first}${verifierDigit([...values, first])}`
}

import { masterProfileId } from '../../contract/constants.ts'
import { associationId } from './demo-companies.ts'
import { userReaderProfileId } from './demo-profiles.ts'
import type { DemoUser } from './demo-user.ts'

/** Defaults of the users with a fixed e-mail. */
const ordinary = {
  code: null,
  active: true,
  suspended: false,
  federated: false,
  consoleProfileId: userReaderProfileId,
  secretAnswer: true,
  daysSincePassword: 20,
  daysSinceAccess: 3,
  createdMinute: 60,
} as const

/** Users with the e-mails of rulings §9; scripts and tests sign in as them. */
export const demoPeople = {
  administrator: {
    ...ordinary,
    id: 1,
    name: 'Helena Duarte',
    email: 'admin@portaria.example',
    phone: '5561900010001',
    companyIds: [associationId],
    consoleProfileId: 1,
  },
  master: {
    ...ordinary,
    id: 2,
    name: 'Marcos Antônio Vilela',
    email: 'master@portaria.example',
    phone: '5541900010002',
    code: 'ARA0001',
    companyIds: [2],
    consoleProfileId: masterProfileId,
  },
  operator: {
    ...ordinary,
    id: 3,
    name: 'Júlia Nogueira',
    email: 'operador@portaria.example',
    phone: '5541900010003',
    code: 'ARA0002',
    companyIds: [2, 3],
  },
  federated: {
    ...ordinary,
    id: 4,
    name: 'Rafael Santana Lemos',
    email: 'federado@portaria.example',
    phone: '5531900010004',
    companyIds: [3],
    federated: true,
    secretAnswer: false,
    daysSincePassword: null,
  },
  firstAccess: {
    ...ordinary,
    id: 5,
    name: 'Camila Brandão Reis',
    email: 'primeiro.acesso@portaria.example',
    phone: '5541900010005',
    companyIds: [2],
    secretAnswer: false,
    daysSincePassword: 0,
    daysSinceAccess: null,
  },
  expired: {
    ...ordinary,
    id: 6,
    name: 'Otávio Pimentel',
    email: 'senha.expirada@portaria.example',
    // No phone, so that sign-in offers only e-mail.
    phone: null,
    companyIds: [2],
    daysSincePassword: 120,
    daysSinceAccess: 95,
  },
  blocked: {
    ...ordinary,
    id: 7,
    name: 'Sérgio Amaral',
    email: 'bloqueado@portaria.example',
    phone: '5541900010007',
    companyIds: [2],
    suspended: true,
    daysSinceAccess: 40,
  },
  deleted: {
    ...ordinary,
    id: 8,
    name: 'Lúcia Farias',
    email: 'excluido@portaria.example',
    phone: '5541900010008',
    companyIds: [2],
    active: false,
    daysSinceAccess: 75,
  },
} as const satisfies Record<string, DemoUser>

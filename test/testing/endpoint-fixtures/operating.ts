import type { locks } from '../../../contract/locks.ts'
import type { messages } from '../../../contract/messages.ts'
import type { networkLocks } from '../../../contract/network-locks.ts'
import { targetInOtherCompanies } from '../target-in-other-companies.ts'
import { onRow, type EndpointFixtures } from './endpoint-fixture.ts'
import type { Scenario } from './scenario.ts'

async function ofUser(scenario: Scenario) {
  const { id } = await scenario.user()
  return { input: { params: { userId: String(id) } }, row: { table: 'users', id } }
}

/** Locks of accounts and networks, and undelivered messages. */
export const operatingFixtures: EndpointFixtures<
  keyof typeof locks | keyof typeof networkLocks | keyof typeof messages
> = {
  userLockList: {
    scope: 'company',
    everyPerson: true,
    make: ofUser,
    problems: { 'user-not-found': 'missing', 'user-of-other-companies': targetInOtherCompanies() },
    audit: undefined,
  },
  userUnlock: {
    sensitive: "lifting the locks of a user's account",
    scope: 'company',
    everyPerson: true,
    make: ofUser,
    problems: { 'user-not-found': 'missing', 'user-of-other-companies': targetInOtherCompanies() },
    audit: { target: onRow('user'), tells: ['before'] },
  },
  networkLockList: {
    scope: 'installation',
    async make(scenario) {
      const { network, id, key } = await scenario.networkLock()
      return { input: { query: { search: network } }, row: { table: 'rate_limits', id, key } }
    },
    lists: 'rows',
    problems: {},
    audit: undefined,
  },
  networkUnlock: {
    sensitive: 'lifting the lock of a network',
    scope: 'installation',
    async make(scenario) {
      const { id, key } = await scenario.networkLock()
      return { input: { params: { id } }, row: { table: 'rate_limits', id, key } }
    },
    problems: { 'network-lock-not-found': 'missing' },
    audit: {
      target: ({ row }) => String(row?.id).replace('password:', 'network:'),
      tells: ['before'],
    },
  },
  messageList: {
    scope: 'installation',
    async make(scenario) {
      const { id, recipient } = await scenario.message()
      return { input: { query: { search: recipient } }, row: { table: 'outbox', id } }
    },
    lists: 'rows',
    problems: {},
    audit: undefined,
  },
  messageRetry: {
    scope: 'installation',
    async make(scenario) {
      const { id } = await scenario.message()
      return { input: { params: { id } }, row: { table: 'outbox', id } }
    },
    problems: { 'message-not-found': 'missing' },
    audit: { target: onRow('message'), tells: ['before'] },
  },
}

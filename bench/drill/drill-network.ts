import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** Runs a program and returns its output. Throws if it fails. */
export async function run(program: string, ...args: string[]): Promise<string> {
  return (await execute(program, args)).stdout
}

const ip = (...args: string[]): Promise<string> => run('ip', ...args)

const bridge = 'drill0'

/** Address of this machine, which runs HAProxy, the server processes and the clients. */
export const serverAddress = '10.36.0.1'

/** Address of a client. Each has a network of its own, since the product limits requests of a network. */
export const clientAddress = (number: number): string => `10.40.${number}.1`

/** A database machine: a network namespace with an address of its own, connected by a virtual cable. */
export interface Machine {
  name: string
  address: string
}

/** Creates this machine's network and the addresses of the clients, in the network namespace of this process. */
export async function createNetwork(clients: number): Promise<void> {
  // A file system of its own, so that the namespaces leave no files behind.
  await run('mkdir', '-p', '/run/netns')
  await run('mount', '-t', 'tmpfs', 'tmpfs', '/run/netns')
  await ip('link', 'set', 'lo', 'up')
  await ip('link', 'add', bridge, 'type', 'bridge')
  await ip('address', 'add', `${serverAddress}/24`, 'dev', bridge)
  await ip('link', 'set', bridge, 'up')
  for (let number = 0; number < clients; number++)
    await ip('address', 'add', `${clientAddress(number)}/32`, 'dev', 'lo')
}

/** Creates a machine with address 10.36.0.`number` and connects it to the network. */
export async function createMachine(number: number): Promise<Machine> {
  const machine = { name: `db${number}`, address: `10.36.0.${10 + number}` }
  const { name, address } = machine
  await ip('netns', 'add', name)
  await ip('link', 'add', cableOf(machine), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
  await ip('link', 'set', cableOf(machine), 'master', bridge, 'up')
  await ip('-n', name, 'address', 'add', `${address}/24`, 'dev', 'eth0')
  await ip('-n', name, 'link', 'set', 'eth0', 'up')
  await ip('-n', name, 'link', 'set', 'lo', 'up')
  return machine
}

/** Pulls the machine's cable: packets vanish in both directions, and no connection is closed. */
export const disconnect = (machine: Machine): Promise<string> =>
  ip('link', 'set', cableOf(machine), 'down')

export const reconnect = (machine: Machine): Promise<string> =>
  ip('link', 'set', cableOf(machine), 'up')

/** Returns the command that runs a program on the machine as the user `postgres`; PostgreSQL refuses root. */
export function onMachine({ name }: Machine, ...command: string[]): string[] {
  const user = ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups']
  return ['ip', 'netns', 'exec', name, ...user, ...command]
}

const cableOf = ({ name }: Machine): string => `cable-${name}`

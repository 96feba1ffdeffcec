import { vi } from 'vitest'
import { defaultPassword } from './builders.ts'
import { type ConsoleClient, named } from './console-client.ts'

let names = 0

/** Administrators who make services without a pause, each with proof of identity, until they are told to stop. */
export class CatalogueLoad {
  /** Names of services that were answered with 200. */
  readonly acknowledged: string[] = []
  /** How often they were told that the server is unavailable, and when to come back. */
  refused = 0
  /** Whatever else they were answered; there should be nothing. */
  readonly other: string[] = []
  readonly #running: Promise<void[]>
  #stopped = false

  constructor(administrators: readonly ConsoleClient[]) {
    this.#running = Promise.all(administrators.map((one) => this.#work(one)))
  }

  /** Waits until so many more were made. */
  async made(more: number): Promise<void> {
    const goal = this.acknowledged.length + more
    await vi.waitUntil(() => this.acknowledged.length >= goal, { timeout: 30_000, interval: 10 })
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#running
  }

  async #work(administrator: ConsoleClient): Promise<void> {
    while (!this.#stopped) {
      try {
        await this.#makeOne(administrator)
      } catch (error) {
        this.other.push(
          error instanceof Error ? `${error.message} ${String(error.cause)}` : 'no error',
        )
      }
    }
  }

  async #makeOne(administrator: ConsoleClient): Promise<void> {
    const body = { name: `Serviço sob carga ${++names}`, description: 'Feito sob carga.' }
    const { email } = administrator.person
    const proof = await administrator.callWith({}, 'userLocalValidatePassword', {
      body: {
        email,
        password: defaultPassword,
        operations: [named('serviceCreate', undefined, body)],
      },
    })
    if (proof.status !== 200) return this.#count(proof)
    const made = await administrator.callWith({ code: proof.data.code }, 'serviceCreate', { body })
    if (made.status !== 200) return this.#count(made)
    this.acknowledged.push(body.name)
  }

  #count({ outcome, headers }: { outcome: string; headers: Headers }): void {
    if (outcome === '503 unavailable' && headers.has('retry-after')) this.refused++
    else this.other.push(outcome)
  }
}

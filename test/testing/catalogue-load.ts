import { vi } from 'vitest'
import { defaultPassword } from './builders.ts'
import { type ConsoleClient, named } from './console-client.ts'

let names = 0

/** Load: administrators create services continuously until stopped, and confirm their identity each time. */
export class CatalogueLoad {
  /** Names of services whose creation was answered with 200. */
  readonly acknowledged: string[] = []
  /** Number of 503 responses with retry-after. */
  refused = 0
  /** Unexpected responses. */
  readonly other: string[] = []
  readonly #running: Promise<void[]>
  #stopped = false

  constructor(administrators: readonly ConsoleClient[]) {
    this.#running = Promise.all(administrators.map((one) => this.#work(one)))
  }

  /** Waits until this number of further services was created. */
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

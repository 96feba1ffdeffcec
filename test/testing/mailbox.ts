import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail server that stores mails. A test can make it refuse the next ones. */
export class Mailbox {
  readonly received: string[] = []
  /** Number of further mails to refuse. */
  refusals = 0
  /** Returns the refusal text. */
  refuse: (mail: string) => string = () => 'try again later'
  readonly #server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _, done) => {
      let mail = ''
      stream.on('data', (chunk: Buffer) => (mail += chunk.toString()))
      stream.on('end', () => {
        if (this.refusals > 0) {
          this.refusals--
          done(Object.assign(new Error(this.refuse(mail)), { responseCode: 451 }))
          return
        }
        this.received.push(mail)
        done()
      })
    },
  })

  /** Starts listening and returns the URL. */
  async open(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server.server, 'listening')
    const { port } = this.#server.server.address() as AddressInfo
    return `smtp://127.0.0.1:${port}`
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }
}

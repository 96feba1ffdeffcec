import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A reverse proxy from a configuration of `deploy/`, with some of its text replaced. */
export class ProxyProcess {
  readonly #child: ChildProcess

  private constructor(child: ChildProcess) {
    this.#child = child
  }

  /**
   * Writes the configuration to a file in `folder` and starts `command`, to which the path of the file is appended.
   * Resolves when the port accepts connections. Throws if a text to replace is not in the configuration.
   */
  static async start(
    [program, ...args]: [string, ...string[]],
    options: { folder: string; config: string; replacements: Record<string, string>; port: number },
  ): Promise<ProxyProcess> {
    let text = options.config
    for (const [old, replacement] of Object.entries(options.replacements)) {
      if (!text.includes(old)) throw new Error(`The configuration has no text "${old}".`)
      text = text.replaceAll(old, replacement)
    }
    const file = join(options.folder, 'proxy.conf')
    writeFileSync(file, text)
    const child = spawn(program, [...args, file], { stdio: ['ignore', 'ignore', 'inherit'] })
    await waitUntilAccepts(options.port, child)
    return new ProxyProcess(child)
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return
    const exited = once(this.#child, 'exit')
    this.#child.kill('SIGTERM')
    await exited
  }
}

/** Waits until the port accepts connections. Throws if the process has ended. */
export async function waitUntilAccepts(port: number, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended: ${child.exitCode}`)
    const socket = connect(port, '127.0.0.1')
    try {
      await once(socket, 'connect')
      return
    } catch {
      await sleep(20)
    } finally {
      socket.destroy()
    }
  }
}

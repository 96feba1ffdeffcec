import { expect } from './fixtures.ts'
import type { Portaria, SentMessage } from './portaria.ts'

/** Returns the text of the last mail to this address with this subject, once it was sent. */
export async function mailTo({ url }: Portaria, to: string, subject: string): Promise<string> {
  let text: string | undefined
  await expect
    .poll(async () => {
      const messages = (await (await fetch(`${url}/outbox.json`)).json()) as SentMessage[]
      text = messages.find((mail) => mail.to === to && mail.subject === subject)?.text
      return text
    })
    .toBeDefined()
  return text ?? ''
}

/** Returns the link of a mail that leads to this path. Each link is alone on its line. */
export function linkIn(text: string, path: string): string {
  const link = text.split('\n').find((line) => URL.parse(line)?.pathname === path)
  if (link === undefined) throw new Error(`No link to ${path} in: ${text}`)
  return link
}

/** Refusal of a whole file; the message is a sentence for the user. */
export class FileRefusal extends Error {
  override readonly name = 'FileRefusal'
}

/** Refuses the file. */
export function refuseFile(sentence: string): never {
  throw new FileRefusal(sentence)
}

/** Why nothing of a file can be read, as a sentence for whoever sent it. */
export class FileRefusal extends Error {
  override readonly name = 'FileRefusal'
}

/** Refuses the file. */
export function refuseFile(sentence: string): never {
  throw new FileRefusal(sentence)
}

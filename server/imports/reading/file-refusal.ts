/** Thrown to refuse a whole file. The message is shown to the user. */
export class FileRefusal extends Error {
  override readonly name = 'FileRefusal'
}

/** Throws the refusal of the file. */
export function refuseFile(sentence: string): never {
  throw new FileRefusal(sentence)
}

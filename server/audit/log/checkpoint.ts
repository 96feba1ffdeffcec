import { type NoteSigner, type NoteVerifier, openNote, signNote } from './signed-note.ts'

/** The head of a tree: how many leaves it has, and the hash over them all. */
export interface TreeHead {
  size: number
  root: Buffer
}

/** A signed head as text (C2SP tlog-checkpoint); the log is named like its signer. */
export function writeCheckpoint({ size, root }: TreeHead, signer: NoteSigner): string {
  return signNote(`${signer.name}\n${size}\n${root.toString('base64')}\n`, signer)
}

/** The head of a checkpoint that the log itself signed; undefined where it isn't one. */
export function openCheckpoint(note: string, verifier: NoteVerifier): TreeHead | undefined {
  const [, origin, size, root] =
    /^([^\n]+)\n(0|[1-9]\d*)\n([\w+/]{43}=)\n/.exec(openNote(note, verifier) ?? '') ?? []
  if (origin !== verifier.name || size === undefined || root === undefined) return undefined
  return { size: Number(size), root: Buffer.from(root, 'base64') }
}

/** Every checkpoint of a file that they were appended to, one after the other. */
export function splitCheckpoints(text: string): string[] {
  return text.match(/[^\n]+\n\d+\n[^\n]+\n(?:[^\n]+\n)*\n(?:— [^\n]+\n)+/g) ?? []
}

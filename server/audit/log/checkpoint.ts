import { type NoteSigner, type NoteVerifier, openNote, signNote } from './signed-note.ts'

/** Head of a tree: its number of leaves and its root hash. */
export interface TreeHead {
  size: number
  root: Buffer
}

/** Serialises a signed head as text (C2SP tlog-checkpoint). The name of the log is the name of its signer. */
export function writeCheckpoint({ size, root }: TreeHead, signer: NoteSigner): string {
  return signNote(`${signer.name}\n${size}\n${root.toString('base64')}\n`, signer)
}

/** Returns the head in a checkpoint, or undefined if it has no valid signature of the log. */
export function openCheckpoint(note: string, verifier: NoteVerifier): TreeHead | undefined {
  const [, origin, size, root] =
    /^([^\n]+)\n(0|[1-9]\d*)\n([\w+/]{43}=)\n/.exec(openNote(note, verifier) ?? '') ?? []
  if (origin !== verifier.name || size === undefined || root === undefined) return undefined
  return { size: Number(size), root: Buffer.from(root, 'base64') }
}

/** Splits a file into the checkpoints that were appended to it. */
export function splitCheckpoints(text: string): string[] {
  return text.match(/[^\n]+\n\d+\n[^\n]+\n(?:[^\n]+\n)*\n(?:— [^\n]+\n)+/g) ?? []
}

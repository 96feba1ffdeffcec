/** Offline proof that an entry is in the tree of a checkpoint. */
interface InclusionProof {
  index: number
  path: readonly Buffer[]
  checkpoint: string
  entry: Buffer
}

/** Serialises a proof as C2SP tlog-proof. The entry is included as `extra`, and its hash is the leaf. */
export function writeInclusionProof({ index, path, checkpoint, entry }: InclusionProof): string {
  const lines = [
    'c2sp.org/tlog-proof@v1',
    `extra ${entry.toString('base64')}`,
    `index ${index}`,
    ...path.map((hash) => hash.toString('base64')),
  ]
  return `${lines.join('\n')}\n\n${checkpoint}`
}

/** What shows to anybody, without this house, that an entry is in the tree of a checkpoint. */
interface InclusionProof {
  index: number
  path: readonly Buffer[]
  checkpoint: string
  entry: Buffer
}

/** As C2SP tlog-proof writes it; the entry itself, which is what the first hash is of, goes along as `extra`. */
export function writeInclusionProof({ index, path, checkpoint, entry }: InclusionProof): string {
  const lines = [
    'c2sp.org/tlog-proof@v1',
    `extra ${entry.toString('base64')}`,
    `index ${index}`,
    ...path.map((hash) => hash.toString('base64')),
  ]
  return `${lines.join('\n')}\n\n${checkpoint}`
}

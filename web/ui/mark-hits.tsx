import type { ReactNode } from 'react'
import { changeText } from './change-text.tsx'
import classes from './mark-hits.module.css'
import { once } from '../../contract/once.ts'
import { searchKey } from '../../contract/text-folding.ts'

/** Highlights the search words in the text of a cell, ignoring case and accents. */
export const markHits = (node: ReactNode, words: readonly string[]): ReactNode =>
  words.length === 0 ? node : changeText(node, (text) => marked(text, words))

/** Returns the text itself if there is no hit, so that screen readers see one text node. */
function marked(text: string, words: readonly string[]): ReactNode {
  const hits = findHits(text, words)
  if (hits.length === 0) return text
  const pieces: ReactNode[] = []
  let done = 0
  for (const [start, end] of hits) {
    pieces.push(
      text.slice(done, start),
      <mark key={start} className={classes['hit']}>
        {text.slice(start, end)}
      </mark>,
    )
    done = end
  }
  return [...pieces, text.slice(done)]
}

/** Returns the ranges of the words in a text, in order and without overlap. */
export function findHits(text: string, words: readonly string[]): [start: number, end: number][] {
  const { folded, offsets } = fold(text)
  const hit = new Set<number>()
  for (const word of words) {
    const needle = fold(word).folded
    if (needle === '') continue
    for (let at = folded.indexOf(needle); at >= 0; at = folded.indexOf(needle, at + 1))
      for (let i = at; i < at + needle.length; i++) hit.add(offsets[i] ?? 0)
  }
  const found: [number, number][] = []
  for (const { index, segment } of letters().segment(text)) {
    if (!hit.has(index)) continue
    const last = found.at(-1)
    if (last?.[1] === index) last[1] += segment.length
    else found.push([index, index + segment.length])
  }
  return found
}

const letters = once(() => new Intl.Segmenter('pt-BR'))

/**
 * Folds a text for comparison in the same way as the server. `offsets` contains the offset of the source letter for
 * each folded character.
 */
function fold(text: string): { folded: string; offsets: number[] } {
  const offsets: number[] = []
  let folded = ''
  for (const { index, segment } of letters().segment(text)) {
    const key = searchKey(segment)
    folded += key
    for (let i = 0; i < key.length; i++) offsets.push(index)
  }
  return { folded, offsets }
}

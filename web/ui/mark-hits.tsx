import type { ReactNode } from 'react'
import { changeText } from './change-text.tsx'
import classes from './mark-hits.module.css'
import { searchKey } from '../../contract/text-folding.ts'

/** What a cell shows, with the words of a search marked in its text, whatever their case and accents. */
export const markHits = (node: ReactNode, words: readonly string[]): ReactNode =>
  words.length === 0 ? node : changeText(node, (text) => marked(text, words))

/** The text itself where nothing in it is a hit, so that it stays one piece for screen readers. */
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

/** Where a text holds these words, as places in it from and to, in order and without overlap. */
export function findHits(text: string, words: readonly string[]): [start: number, end: number][] {
  const { plain, places } = fold(text)
  const hit = new Set<number>()
  for (const word of words) {
    const wanted = fold(word).plain
    if (wanted === '') continue
    for (let at = plain.indexOf(wanted); at >= 0; at = plain.indexOf(wanted, at + 1))
      for (let i = at; i < at + wanted.length; i++) hit.add(places[i] ?? 0)
  }
  const found: [number, number][] = []
  for (const { index, segment } of letters.segment(text)) {
    if (!hit.has(index)) continue
    const last = found.at(-1)
    if (last?.[1] === index) last[1] += segment.length
    else found.push([index, index + segment.length])
  }
  return found
}

const letters = new Intl.Segmenter('pt-BR')

/** A text as the server compares it, and for each of its characters the place of the letter that it came from. */
function fold(text: string): { plain: string; places: number[] } {
  const places: number[] = []
  let plain = ''
  for (const { index, segment } of letters.segment(text)) {
    const folded = searchKey(segment)
    plain += folded
    for (let i = 0; i < folded.length; i++) places.push(index)
  }
  return { plain, places }
}

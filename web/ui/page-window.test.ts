import { expect, it } from 'vitest'
import { pageWindow, rangeOf } from './page-window.ts'

it.each([
  { page: 1, pages: 9, shown: [1, 2, 3, 4, 5] },
  { page: 5, pages: 9, shown: [3, 4, 5, 6, 7] },
  { page: 9, pages: 9, shown: [5, 6, 7, 8, 9] },
  { page: 2, pages: 3, shown: [1, 2, 3] },
  { page: 1, pages: 1, shown: [1] },
])('page $page of $pages shows the page numbers $shown', ({ page, pages, shown }) => {
  expect(pageWindow(page, pages)).toEqual(shown)
})

it.each([
  { page: 500, take: 10, total: 10_003, range: '4.991 a 5.000 de 10.003' },
  { page: 1001, take: 10, total: 10_003, range: '10.001 a 10.003 de 10.003' },
  { page: 1, take: 10, total: 10_000, more: true, range: '1 a 10 de mais de 10.000' },
  { page: 1, take: 10, total: 0, range: 'Nenhum registro' },
])('the range reads $range', ({ page, take, total, more, range }) => {
  expect(rangeOf(page, take, { total, more })).toBe(range)
})

import { expect, it } from 'vitest'
import { pageWindow } from './page-window.ts'

it.each([
  { page: 1, pages: 9, shown: [1, 2, 3, 4, 5] },
  { page: 5, pages: 9, shown: [3, 4, 5, 6, 7] },
  { page: 9, pages: 9, shown: [5, 6, 7, 8, 9] },
  { page: 2, pages: 3, shown: [1, 2, 3] },
  { page: 1, pages: 1, shown: [1] },
])('shows $shown on page $page of $pages', ({ page, pages, shown }) => {
  expect(pageWindow(page, pages)).toEqual(shown)
})

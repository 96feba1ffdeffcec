import type { ReviewItem } from '../../contract/access-reviews.ts'
import { call } from '../api/api-client.ts'

const take = '50'

/** Reads all items of a review that the filters select, page by page. */
export async function readItems(id: number, filters: object): Promise<ReviewItem[]> {
  const items: ReviewItem[] = []
  const params = { id: String(id) }
  for (let page = 1; ; page++) {
    const { rows, pagination } = await readPage(params, { ...filters, page, take })
    items.push(...rows)
    if (page >= pagination.totalPage) return items
  }
}

const readPage = (params: { id: string }, query: object) =>
  call('accessReviewItems', { params, query })

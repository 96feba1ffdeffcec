import { startCall } from '../api/api-client.ts'
import { startList } from '../list/list-reads.ts'
import { idsIn } from '../frame/breadcrumb.ts'
import { listSearch } from '../list/list-search.ts'
import { requireId } from '../list/require-id.ts'
import { toReviewList } from '../paths.ts'
import { screen } from './screen-route.ts'

/** Access reviews (decision 105). */
export const reviewScreens = [
  screen('/review-list', {
    file: () => import('../access-reviews/review-list.tsx'),
    title: 'Revisões de acesso',
    help: '/ajuda/revisar-acessos',
    access: '/review-list',
    search: listSearch('accessReviewList'),
    reads: (search) => [startList('accessReviewList', search)],
  }),
  screen('/review-create', {
    file: () => import('../access-reviews/review-create.tsx'),
    title: 'Nova revisão de acessos',
    help: '/ajuda/revisar-acessos',
    access: '/review-list',
    section: '/review-list',
    crumb: { label: 'Nova revisão', parent: () => toReviewList() },
  }),
  screen('/review-form', {
    file: () => import('../access-reviews/review-form.tsx'),
    title: 'Revisão de acessos',
    help: '/ajuda/revisar-acessos',
    access: '/review-list',
    section: '/review-list',
    crumb: { label: 'Revisão', parent: () => toReviewList() },
    search: listSearch('accessReviewItems', 'id'),
    reads: (search) => {
      const params = { id: String(idsIn(search).id) }
      return [
        startCall('accessReviewGet', { params }),
        startList('accessReviewItems', search, { params }),
      ]
    },
    prepare: requireId('id', '/review-list'),
  }),
] as const

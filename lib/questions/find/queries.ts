import type { Moment } from '@/lib/browser/at'
import { timed } from '@/lib/browser/query'
import type { FindRoute } from './contract'

export const findQueries = {
  find: (query: Moment & { readonly q: string }) => timed<FindRoute>('GET /api/find', { query }),
}

import type { Moment } from '@/lib/client/at'
import { timed } from '@/lib/client/query'
import type { FindRoute } from './contract'

export const findQueries = {
  find: (query: Moment & { readonly q: string }) => timed<FindRoute>('GET /api/find', { query }),
}

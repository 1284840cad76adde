import type { StatusRoute } from '@/lib/contract/status'
import { timed } from './query'

export const statusQueries = {
  status: () => timed<StatusRoute>('GET /api/status', {}, { kind: 'status' }),
}

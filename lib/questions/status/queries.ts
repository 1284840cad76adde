import { timed } from '@/lib/client/query'
import type { StatusRoute } from './contract'

export const statusQueries = {
  status: () => timed<StatusRoute>('GET /api/status', {}),
}

import { timed } from '@/lib/browser/query'
import type { StatusRoute } from './contract'

export const statusQueries = {
  status: () => timed<StatusRoute>('GET /api/status', {}),
}

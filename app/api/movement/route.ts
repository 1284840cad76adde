import { handle } from '@/lib/server/handle'

export const GET = handle('GET /api/movement')

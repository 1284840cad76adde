import { handle } from '@/lib/server/handle'

export const GET = handle('GET /api/new-cluster/[...ref]')

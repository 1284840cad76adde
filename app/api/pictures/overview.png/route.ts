import { handle } from '@/lib/server/handle'

export const GET = handle('GET /api/pictures/overview.png')

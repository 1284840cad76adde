import { handle } from '@/lib/server/handle'

export const GET = handle('GET /api/film')
export const POST = handle('POST /api/film')

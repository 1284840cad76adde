import { handle } from '@/lib/server/handle'

export const GET = handle('GET /api/feeds/addresses')
export const POST = handle('POST /api/feeds/addresses')

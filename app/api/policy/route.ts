import { handle } from '@/lib/server/handle'

export const GET = handle('GET /api/policy')
export const POST = handle('POST /api/policy')

import { handle } from '@/lib/server/handle'

export const POST = handle('POST /api/shoots/[namespace]/[name]/apply')

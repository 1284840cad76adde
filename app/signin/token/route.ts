import { signInWithToken } from '@/lib/server/auth'

export const POST = signInWithToken

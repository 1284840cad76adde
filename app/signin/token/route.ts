import { signInWithToken } from '@/lib/http/auth'

export const POST = signInWithToken

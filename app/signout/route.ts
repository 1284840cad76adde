import { signOut } from '@/lib/server/auth'

export const POST = signOut

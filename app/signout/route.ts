import { signOut } from '@/lib/http/auth'

export const POST = signOut

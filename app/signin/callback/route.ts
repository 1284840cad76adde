import { signInFromProvider } from '@/lib/server/auth'

export const GET = signInFromProvider

import { signInAtProvider } from '@/lib/server/auth'

export const GET = signInAtProvider

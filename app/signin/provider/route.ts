import { signInAtProvider } from '@/lib/http/auth'

export const GET = signInAtProvider

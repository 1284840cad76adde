import { signInFromProvider } from '@/lib/http/auth'

export const GET = signInFromProvider

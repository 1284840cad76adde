import { later } from '@/components/ui/later'

/** Loaded where somebody may want one. */
export const SignedAddresses = later(() => import('./signed-addresses').then((part) => part.SignedAddresses))

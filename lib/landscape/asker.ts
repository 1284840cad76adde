import 'server-only'
import type { Garden, Identity, User } from '@/lib/garden'
import { theGarden } from './garden'

/** Who asks, and what they see: every answer is made for an asker, and of their garden alone. */
export interface Asker {
  readonly identity: Identity
  /** As the garden calls them. Null: nobody signs in here, and everybody is whoever started Almanac. */
  readonly user: User | null
  /** Cut to what they may see. */
  readonly garden: Garden
  /** The same text for all who see the same; empty for who sees all. */
  readonly sight: string
}

/** Almanac itself: for what is told to no one in particular. */
export function almanac(): Asker {
  return { identity: { kind: 'process' }, user: null, garden: theGarden(), sight: '' }
}

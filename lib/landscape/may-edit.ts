import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { oncePer } from '@/lib/engine/once'
import { type Garden, isAccessError, type ObjectRef } from '@/lib/garden'
import { processWide } from '@/lib/process/kept'
import type { Asker } from './asker'

/** How long an answer of the API server counts, in milliseconds: a button may come or go that much later. */
const fresh = 60_000

const knownOf = processWide('may-edit', () =>
  oncePer((_: Garden) => new LRUCache<string, Promise<boolean>>({ max: 10_000, ttl: fresh })),
)

/**
 * Whether whoever asks may change an object, for buttons: what they do is asked again when they do it. False where nobody can
 * tell. Never rejects.
 */
export function mayEdit(
  { garden, identity }: Pick<Asker, 'garden' | 'identity'>,
  { kind, namespace, name }: ObjectRef,
): Promise<boolean> {
  const { may } = garden
  if (may === undefined) return Promise.resolve(true)
  const who = identity.kind === 'process' ? '' : createHash('sha256').update(identity.token).digest('base64url')
  const known = knownOf(garden)
  const key = JSON.stringify([who, kind, namespace ?? '', name])
  const kept = known.get(key)
  if (kept !== undefined) return kept
  const action = { verb: 'patch', kind, name, ...(namespace !== undefined && { namespace }) } as const
  const asked = may.call(garden, identity, [action]).then(
    ([isAllowed = false]) => isAllowed,
    (error: unknown) => {
      known.delete(key)
      if (isAccessError(error)) return false
      throw error
    },
  )
  known.set(key, asked)
  return asked
}

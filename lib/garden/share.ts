import type { Shoot } from '@/lib/engine/types'
import type { ReadObject } from './read-object'
import { type FieldSharing, SHOOT_FIELDS } from './shoot-fields'

/**
 * Lets equal parts of many shoots be the same object, as `SHOOT_FIELDS` says. What comes out holds nothing of what went in: a text that
 * was cut out of a file would keep the whole file in memory. Meant to live as long as one reading of a landscape.
 */
export class Sharing {
  private readonly parts = new Map<string, unknown>()

  object<T extends ReadObject>(object: T): T {
    if (object.kind !== 'Shoot') return copy(object)
    const problems = object.problems.length === 0 ? object.problems : copy(object.problems)
    return { ...object, label: copy(object.label), value: this.shoot(object.value), problems }
  }

  shoot(shoot: Shoot): Shoot {
    const shared = { ...shoot } as Record<keyof Shoot, unknown>
    for (const name of Object.keys(shared) as (keyof Shoot)[]) {
      shared[name] = this.shared(shared[name], SHOOT_FIELDS[name].sharing)
    }
    return shared as Shoot
  }

  private shared(value: unknown, sharing: FieldSharing): unknown {
    switch (sharing) {
      case 'none':
        return copy(value)
      case 'all':
        return this.part(value)
      case 'entries':
        if (Array.isArray(value)) return value.map((entry) => this.part(entry))
        return Object.fromEntries(Object.entries(value as object).map(([name, entry]) => [name, this.part(entry)]))
    }
  }

  private part(part: unknown): unknown {
    const key = JSON.stringify(part)
    const known = this.parts.get(key)
    if (known !== undefined) return known
    const own = JSON.parse(key)
    this.parts.set(key, own)
    return own
  }
}

/** Also of its texts. Nothing of the engine's is lost: it holds no undefined, no dates and no numbers beyond JSON. */
function copy<T>(value: T): T {
  return typeof value === 'boolean' || typeof value === 'number' ? value : JSON.parse(JSON.stringify(value))
}

import type { UnplacedReason } from '@/lib/engine/faults'

/** The garden did not say who a user is, or what they may do. The message says why, in a sentence. */
export class AccessError extends Error {
  override readonly name = 'AccessError'

  constructor(
    /** `refused`: it does not let them in, as with a token that has expired; `away`: it could not be asked. */
    readonly kind: 'refused' | 'away',
    message: string,
  ) {
    super(message)
  }
}

/** Modules are loaded several times in one process, so `instanceof` would miss some. */
export function isAccessError(error: unknown): error is AccessError {
  return error instanceof Error && error.name === 'AccessError'
}

/** A setting that cannot be right. The message says what is wrong, in which variable, and what to do. */
export class GardenSettingError extends Error {
  override readonly name = 'GardenSettingError'
}

/** A new object has no place among the manifests. */
export class ObjectUnplaced extends Error {
  override readonly name = 'ObjectUnplaced'

  constructor(readonly why: UnplacedReason) {
    super(why.code)
  }
}

export function isObjectUnplaced(error: unknown): error is ObjectUnplaced {
  return error instanceof Error && error.name === 'ObjectUnplaced'
}

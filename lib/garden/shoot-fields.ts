import { madeOnce } from '@/lib/engine/grouped'
import { isDeepEqual } from '@/lib/engine/json'
import type { Shoot } from '@/lib/engine/types'
import type { ReadObject } from './read-object'

/** What a field of a shoot is about. */
export type FieldPart =
  /** The place of the object. */
  | 'place'
  /** The version of the object. Many versions say the same, as Gardener writes more than is shown. */
  | 'version'
  /** What is asked for, and what is never changed. */
  | 'spec'
  /** How it is doing. */
  | 'health'
  /** What its last maintenance did. */
  | 'maintenance'

/**
 * What other shoots have as well, of which the same object is then kept for all. A landscape has 100,000 shoots, but only a few hundred
 * windows, pools and images.
 */
export type FieldSharing =
  /** Nothing is shared: the field differs from one shoot to the next, or is a number or a flag. */
  | 'none'
  | 'all'
  /** Each entry of a list and each value of an object is shared. */
  | 'entries'

interface ShootFieldKind {
  readonly part: FieldPart
  readonly sharing: FieldSharing
}

/**
 * Every field of a shoot: the compiler asks for an entry of each. Memory (`SharedParts`), the history (`lib/history/parts.ts`) and what counts
 * as a change are made from this. The fields of `health` are recorded in this order: another order is another text of the same, which is
 * recorded again.
 */
export const SHOOT_FIELDS: { readonly [Field in keyof Required<Shoot>]: ShootFieldKind } = {
  namespace: { part: 'place', sharing: 'all' },
  name: { part: 'place', sharing: 'none' },
  resourceVersion: { part: 'version', sharing: 'none' },

  profile: { part: 'spec', sharing: 'all' },
  creationTimestamp: { part: 'spec', sharing: 'none' },
  annotations: { part: 'spec', sharing: 'all' },
  kubernetesVersion: { part: 'spec', sharing: 'all' },
  writtenVersion: { part: 'spec', sharing: 'all' },
  workers: { part: 'spec', sharing: 'entries' },
  autoUpdate: { part: 'spec', sharing: 'all' },
  window: { part: 'spec', sharing: 'all' },
  confineSpecUpdateRollout: { part: 'spec', sharing: 'none' },
  hibernated: { part: 'spec', sharing: 'none' },
  hibernationSchedules: { part: 'spec', sharing: 'all' },
  invalidSchedules: { part: 'spec', sharing: 'none' },
  purpose: { part: 'spec', sharing: 'all' },
  region: { part: 'spec', sharing: 'all' },
  versionBound: { part: 'spec', sharing: 'all' },
  droppedOnWrite: { part: 'spec', sharing: 'all' },
  autoRotation: { part: 'spec', sharing: 'all' },
  sshAccess: { part: 'spec', sharing: 'none' },

  deletionTimestamp: { part: 'health', sharing: 'none' },
  lastOperation: { part: 'health', sharing: 'all' },
  lastErrors: { part: 'health', sharing: 'none' },
  conditions: { part: 'health', sharing: 'all' },
  pendingWorkerUpdates: { part: 'health', sharing: 'all' },
  manualInPlaceWorkersUpdated: { part: 'health', sharing: 'all' },
  reportedConstraints: { part: 'health', sharing: 'all' },
  gardenerVersion: { part: 'health', sharing: 'all' },
  pendingLists: { part: 'health', sharing: 'all' },
  rotationPhases: { part: 'health', sharing: 'all' },
  rotationTimes: { part: 'health', sharing: 'none' },
  alwaysDiffers: { part: 'health', sharing: 'none' },
  awaitsReconciliation: { part: 'health', sharing: 'none' },
  asleep: { part: 'health', sharing: 'none' },
  encryptionChanges: { part: 'health', sharing: 'none' },

  lastMaintenance: { part: 'maintenance', sharing: 'entries' },
}

type FieldName = keyof typeof SHOOT_FIELDS

const names = Object.keys(SHOOT_FIELDS) as readonly FieldName[]

/** The fields that are about that, in the order of the table. */
export function fieldsAbout(part: FieldPart): readonly FieldName[] {
  return names.filter((name) => SHOOT_FIELDS[name].part === part)
}

/** Some fields of an object, those that are there. */
export function picked(from: object, fields: readonly string[]): object {
  const values = from as Readonly<Record<string, unknown>>
  return Object.fromEntries(fields.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])))
}

const compared = names.filter((name) => SHOOT_FIELDS[name].part !== 'version')
const versions: ReadonlySet<string> = new Set(fieldsAbout('version'))

/** What a shoot says, whichever version of its object says it. */
export function unversioned(shoot: Shoot): Omit<Shoot, 'resourceVersion'> {
  return Object.fromEntries(Object.entries(shoot).filter(([name]) => !versions.has(name))) as Shoot
}

/** Whether both say the same, whatever their versions; null: there is none. */
export function saysSame(a: Shoot | null, b: Shoot | null): boolean {
  if (a === null || b === null || a === b) return a === b
  return compared.every((name) => isDeepEqual(a[name], b[name]))
}

/** Whether an object that is read again says what it did; one of another version of a profile is another one. */
export function saysAsBefore(object: ReadObject, before: ReadObject | undefined): boolean {
  if (object.kind !== 'Shoot' || before?.kind !== 'Shoot') return isDeepEqual(object, before)
  return saysSame(object.value, before.value) && isDeepEqual(object.problems, before.problems)
}

/**
 * Lets equal parts of many shoots be the same object, as `SHOOT_FIELDS` says. What comes out holds nothing of what went in: a text that
 * was cut out of a file would keep the whole file in memory. Meant to live as long as one reading of a landscape.
 */
export class SharedParts {
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
    return madeOnce(this.parts, key, () => JSON.parse(key))
  }
}

/** A deep copy, also of texts. Nothing is lost: values of the engine hold no undefined, no dates and no numbers beyond JSON. */
function copy<T>(value: T): T {
  return typeof value === 'boolean' || typeof value === 'number' ? value : JSON.parse(JSON.stringify(value))
}

import { NAME_LENGTH } from '@/lib/engine/bounds'
import { FieldReader, present } from '@/lib/engine/reader'
import type { Instant } from '@/lib/engine/types'

export interface ShootEvent {
  /** `Normal`, `Warning`. */
  readonly type: string
  /** E.g. `MachineImageVersionMaintenance`. */
  readonly reason: string
  readonly message: string
  readonly count: number
  /** When it happened last; absent: it does not say. */
  readonly at?: Instant
  /** The component that wrote it, e.g. `gardener-controller-manager`. */
  readonly by?: string
}

export type ShootEvents =
  /** Newest first. */
  | { readonly kind: 'read'; readonly events: readonly ShootEvent[] }
  /** A whole sentence. */
  | { readonly kind: 'unreadable'; readonly reason: string }

/** The event with the shoot that it is about, as `namespace/name`. */
export interface SourcedEvent {
  readonly shoot: string
  readonly event: ShootEvent
}

/** The two APIs of Events; each names the parts of an event in its own way. */
export const eventApiVersions: readonly unknown[] = ['v1', 'events.k8s.io/v1']

/** What an Event says of a shoot; undefined: it is about something else, or says nothing. Never throws. */
export function readShootEvent(raw: unknown): SourcedEvent | undefined {
  const root = new FieldReader(raw, '', [])
  const about = root.at('involvedObject').isPresent() ? root.at('involvedObject') : root.at('regarding')
  const [kind, namespace, name] = [
    about.at('kind').text(),
    about.at('namespace').text(NAME_LENGTH),
    about.at('name').text(NAME_LENGTH),
  ]
  const message = root.at('message').prose() ?? root.at('note').prose()
  if (kind !== 'Shoot' || namespace === undefined || name === undefined || message === undefined) return undefined
  const series = root.at('series')
  const times = [
    series.at('lastObservedTime'),
    root.at('lastTimestamp'),
    root.at('deprecatedLastTimestamp'),
    root.at('eventTime'),
    root.in('metadata', 'creationTimestamp'),
  ]
  const counts = [series.at('count'), root.at('count'), root.at('deprecatedCount')]
  const by = [root.in('source', 'component'), root.at('reportingComponent'), root.at('reportingController')]
  return {
    shoot: `${namespace}/${name}`,
    event: {
      type: root.at('type').text() ?? 'Normal',
      reason: root.at('reason').text() ?? '',
      message,
      count: first(counts.map((field) => field.count())) ?? 1,
      ...present({
        at: first(times.map((field) => field.instant())),
        by: first(by.map((field) => field.text()).filter((text) => text !== '')),
      }),
    },
  }
}

export function newestFirst(events: readonly ShootEvent[]): readonly ShootEvent[] {
  return events.toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0))
}

function first<T>(values: readonly (T | undefined)[]): T | undefined {
  return values.find((value) => value !== undefined)
}

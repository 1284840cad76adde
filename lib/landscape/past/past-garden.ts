import type { Instant } from '@/lib/engine/types'
import type { Action, Garden, GardenState, Identity, ShootEvents, Snapshot } from '@/lib/garden'
import { CodedError } from '@/lib/process/errors'

/**
 * A garden as it was known at some instant, in the place of the one that it is now: it stays as it is, whoever asks, and nothing is
 * applied to it. Who may see what of it is decided by whoever cuts it.
 */
export class PastGarden implements Garden {
  constructor(
    private readonly today: Garden,
    private readonly known: Snapshot,
    /** Nothing was recorded just then: what is shown was known since. */
    private readonly notSince?: Instant,
  ) {}

  snapshot(): Snapshot {
    return this.known
  }

  /** What may not be read today is not shown of the past either. */
  status(): GardenState {
    const { kind, label, covers, resources } = this.today.status()
    const { profiles, projects, shoots } = this.known
    const kinds = [...profiles.values()].map(({ ref }) => `${ref.kind}s`)
    const counts: Readonly<Record<string, number>> = { Projects: projects.length, Shoots: shoots.length }
    const names = [...new Set(resources.map(({ name }) => name))]
    return {
      kind,
      label,
      ...(covers !== undefined && { covers }),
      ...(this.notSince === undefined
        ? { state: 'live' }
        : { state: 'stale', since: this.notSince, reason: 'Nothing was recorded just then.' }),
      resources: names.map((name) => {
        const read = counts[name] ?? kinds.filter((one) => one === name).length
        const closed = resources.find((one) => one.name === name && one.state === 'forbidden')
        return closed ?? { name, read, state: 'synced' }
      }),
    }
  }

  /** It never changes. */
  subscribe(): () => void {
    return () => {}
  }

  async ready(): Promise<void> {}

  async apply(): Promise<never> {
    throw nothingApplied()
  }

  /** Objects are not kept with all that their source has. */
  async preview(): Promise<never> {
    throw nothingApplied()
  }

  async events(): Promise<ShootEvents> {
    return { kind: 'unreadable', reason: 'Events of the past are not kept.' }
  }

  /** Nobody may change it. */
  async may(_: Identity, actions: readonly Action[]): Promise<readonly boolean[]> {
    return actions.map(({ verb }) => verb !== 'patch')
  }

  async close(): Promise<void> {}
}

function nothingApplied(): CodedError {
  return new CodedError('forbidden', 'Nothing can be applied from the past.', {
    hint: 'Ask without `seen`: edits are made of what there is today.',
  })
}

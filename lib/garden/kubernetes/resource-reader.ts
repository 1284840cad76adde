import type { Connection } from './connection'
import type { GardenTiming, RequestFailure } from './failure'
import { noObjects, type ObjectsByNamespace } from './kept-objects'
import { ProgressKeeper, type ReadProgress } from './progress'
import type { ApiResource } from './resources'

/** Reads the objects of one resource: what is shown of them, and how the reading goes. */
export abstract class ResourceReader {
  protected readonly keeper: ProgressKeeper
  protected shown: ObjectsByNamespace = noObjects
  /** Whether all of them were ever read. */
  protected isKnown = false

  constructor(
    readonly resource: ApiResource,
    protected readonly connection: Connection,
    protected readonly timing: GardenTiming,
    /** What is shown of the resource, or how the reading goes, differs. */
    protected readonly onChange: () => void,
  ) {
    this.keeper = new ProgressKeeper(resource, timing.patience, onChange)
  }

  /** Runs until the signal aborts; never rejects. */
  abstract run(signal: AbortSignal): Promise<void>

  /** While they are read for the first time: what is there already. */
  byNamespace(): ObjectsByNamespace {
    return this.shown
  }

  progress(): ReadProgress {
    return this.keeper.get()
  }

  protected show(byNamespace: ObjectsByNamespace): void {
    if (byNamespace === this.shown) return
    this.shown = byNamespace
    this.onChange()
  }

  protected stopped(failure: RequestFailure, verb: 'list' | 'watch'): void {
    if (this.isKnown) this.keeper.lost(failure, verb)
    else this.keeper.notRead(failure)
  }
}

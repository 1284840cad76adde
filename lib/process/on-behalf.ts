import { AsyncLocalStorage } from 'node:async_hooks'
import { processWide } from './kept'

/** The client on whose behalf something is computed. */
export interface ComputationContext {
  /** A text that is the same for everything that one client asks, see `identityOf`. Left out: no client in particular. */
  readonly identity?: string
  /** Aborts when no asker waits for it any more. Left out: it is computed to its end. */
  readonly signal?: AbortSignal
  /** No asker waits for it: it leaves others half of the time. Left out: an asker does. */
  readonly pace?: 'background'
}

const behalves = () => processWide('behalves', () => new AsyncLocalStorage<ComputationContext | undefined>())

/** Runs `compute` on behalf of an asker, with everything that it begins. */
export function onBehalf<T>(behalf: ComputationContext, compute: () => T): T {
  return behalves().run(behalf, compute)
}

/** Runs a computation whose result is kept for others as well: the client that asked first may leave. */
export function forEverybody<T>(compute: () => T): T {
  const { pace } = thisBehalf() ?? {}
  return behalves().run(pace && { pace }, compute)
}

/** Runs a computation in the background, while no client waits for it. */
export function inBackground<T>(compute: () => T): T {
  return behalves().run({ pace: 'background' }, compute)
}

/** undefined: no asker in particular. */
export function thisBehalf(): ComputationContext | undefined {
  return behalves().getStore()
}

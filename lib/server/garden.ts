import 'server-only'
import type { Garden } from '@/lib/garden/garden'
import { openGarden } from '@/lib/garden/open-garden'
import { closeStreams } from './streams'

/** Bundles hold copies of this module; what the process has once is kept on `globalThis`. */
const key = Symbol.for('almanac.garden')
const processWide: typeof globalThis & { [key]?: Promise<Garden> } = globalThis

/**
 * The one garden of this process, opened with the first question. An attempt that failed is forgotten, so that the next
 * question tries again. When the process is told to end, streams and watches are closed: they would keep it alive.
 */
export function theGarden(): Promise<Garden> {
  processWide[key] ??= open().catch((error: unknown) => {
    delete processWide[key]
    throw error
  })
  return processWide[key]
}

async function open(): Promise<Garden> {
  const garden = await openGarden()
  const end = () => {
    closeStreams()
    void garden.close()
  }
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
  return garden
}

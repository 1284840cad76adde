import { buildIndex } from '@/lib/landscape/fleet-index'
import { at, landscape } from './landscape'
import type { Figure } from './measure'
import { heldOf, read, startServer, untilReady } from './server'

/** What a landscape takes in memory with what is computed for it, against the JSON that the API sends; and the server that has it. */
export async function memory(shoots: number): Promise<readonly Figure[]> {
  const before = inUse()
  const { snapshot, bytes } = landscape(shoots)
  const read = inUse() - before
  const index = await buildIndex(snapshot, at)
  const all = inUse() - before
  return [
    { what: `JSON of ${index.roster.members.length} clusters`, value: bytes / 1e6, unit: 'MB' },
    { what: 'the snapshot', value: read / 1e6, unit: 'MB' },
    { what: 'the snapshot and its index, of the bytes of the JSON', value: all / bytes, unit: '×', below: 1 },
    { what: 'the process of the server, after some pages', value: await ofServer(shoots), unit: 'MB', below: 420 },
  ]
}

/** In use on the heap and beside it, in bytes, after everything unused is gone. */
function inUse(): number {
  if (globalThis.gc === undefined) throw new Error('Run node with --expose-gc.')
  for (let i = 0; i < 3; i++) globalThis.gc()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** In 1,048,576 bytes. */
async function ofServer(shoots: number): Promise<number> {
  const almanac = await startServer(shoots)
  try {
    await untilReady(almanac)
    for (const path of ['/', '/shoots', '/cloudprofiles/aws', '/tonight', '/wall']) await read(almanac, path)
    return (await heldOf(almanac)).bytes / 2 ** 20
  } finally {
    await almanac.stop()
  }
}

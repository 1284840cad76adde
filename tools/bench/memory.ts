import { FleetForecaster } from '@/lib/engine/outlook'
import { classesOf } from '@/lib/landscape/classes'
import { buildIndex } from '@/lib/landscape/fleet-index'
import { at, landscape } from './landscape'
import { type Figure, memoryInUse } from './measure'

/** What a landscape takes in memory, with everything that is computed for it, against the JSON that the API sends. */
export async function memory(shoots = 100_000): Promise<Figure[]> {
  const before = memoryInUse()
  const { snapshot, bytes } = landscape(shoots)
  const read = memoryInUse() - before
  const forecaster = new FleetForecaster()
  const index = await buildIndex(snapshot, at, { forecaster })
  const classes = classesOf(index)
  const all = memoryInUse() - before
  const MB = 1e6
  return [
    { bench: 'memory', what: `JSON of ${index.roster.members.length} clusters`, value: bytes / MB, unit: 'MB' },
    { bench: 'memory', what: 'the snapshot', value: read / MB, unit: 'MB' },
    { bench: 'memory', what: `the snapshot, its index and its ${classes.length} classes`, value: all / MB, unit: 'MB' },
    { bench: 'memory', what: 'of the bytes of the JSON', value: all / bytes, unit: '×', target: { below: 1 } },
  ]
}

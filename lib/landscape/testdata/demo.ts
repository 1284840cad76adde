import { demoGarden } from '@/lib/garden/testdata/demo'
import { buildLandscape, type Landscape } from '../landscape'

/** An instant on the evening of the demo's day, before any window. */
const DEMO_AT = Date.parse('2026-11-21T18:00:00Z')

export async function demoLandscape(): Promise<Landscape> {
  return buildLandscape((await demoGarden()).snapshot(), DEMO_AT)
}

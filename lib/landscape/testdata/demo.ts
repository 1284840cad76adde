import { demoGarden } from '@/lib/garden/testdata/demo'
import { buildIndex, type FleetIndex } from '../fleet-index'

/** On the evening of the demo's day, before any window. */
const DEMO_AT = Date.parse('2026-11-21T18:00:00Z')

export async function demoIndex(): Promise<FleetIndex> {
  return buildIndex((await demoGarden()).snapshot(), DEMO_AT)
}

import type { Garden } from '../garden'
import { openGarden } from '../open-garden'

/** The demo of 21 November 2026, read. */
export async function demoGarden(): Promise<Garden> {
  const garden = openGarden({ GARDEN: 'demo:2026-11-21' })
  await garden.ready()
  return garden
}

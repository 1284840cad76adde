import type { Garden } from '@/lib/garden'
import { openGarden } from '@/lib/garden/open-garden'
import { buildLandscape, type Landscape } from '../landscape'

/** When the small gardens of `testdata/cases` are looked at. */
export const CASE_AT = Date.parse('2026-11-26T08:00:00Z')

/** One of the small gardens of `testdata/cases`, read as any file is; who opens it closes it. */
export async function caseGarden(name: string): Promise<Garden> {
  const garden = openGarden({ GARDEN: `lib/landscape/testdata/cases/${name}.yaml` })
  await garden.ready()
  return garden
}

/** The landscape of a case. */
export async function caseIndex(name: string, at = CASE_AT): Promise<Landscape> {
  const garden = await caseGarden(name)
  try {
    return await buildLandscape(garden.snapshot(), at)
  } finally {
    await garden.close()
  }
}

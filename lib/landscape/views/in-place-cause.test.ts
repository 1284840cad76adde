import { expect, it } from 'vitest'
import { shootView } from '@/lib/questions/cluster/answer/shoot'
import { caseIndex } from '../testdata/case'

const placeOf = (landscape: Awaited<ReturnType<typeof caseIndex>>, name: string) =>
  [...landscape.snapshot.shoots].findIndex((shoot) => shoot.name === name)

it('an image that is not for updates in place is the cause wherever one is told, and not that no version is left', async () => {
  const landscape = await caseIndex('in-place-cause')
  const { shoot, stuck, advice } = shootView(landscape, placeOf(landscape, 'i'))
  const why = 'image is not for updates in place'
  expect(shoot.next?.cause).toBe('unfit-in-place')
  expect(stuck?.deadEnds.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
    `no-fitting-image: From 26 Nov 2026 on pool w cannot leave gardenlinux 1877.9.0: ${why}.`,
  ])
  expect(advice.map(({ text }) => text)).toEqual([
    `From 26 Nov 2026 on its update fails every night: ${why}. Almanac finds nothing else in the profile that helps this pool. Ask its operators to add a version. They mark what can be updated in place with inPlaceUpdates.`,
  ])
})

it('the same cluster with a pool that rolls has nothing to fail', async () => {
  const landscape = await caseIndex('in-place-cause')
  expect(shootView(landscape, placeOf(landscape, 's')).steps).toEqual([])
})

import { afterEach, expect, it, vi } from 'vitest'
import { openGarden } from '@/lib/garden/open-garden'
import { buildLandscape, type Landscape, memoizedProfile } from '@/lib/landscape/landscape'
import { Outlook } from '@/lib/landscape/outlook'
import { caseIndex } from '@/lib/landscape/testdata/case'
import { shootView } from './shoot'

afterEach(() => {
  vi.restoreAllMocks()
})

async function demo(): Promise<Landscape> {
  const garden = openGarden({ GARDEN: 'demo:2026-11-21', DEMO_SHOOTS: '300' })
  await garden.ready()
  const landscape = await buildLandscape(garden.snapshot(), Date.parse('2026-11-21T18:00:00Z'))
  await garden.close()
  return landscape
}

/** What begins whenever a cluster is foreseen: it is looked up what it is, with its rotations or without. */
function foreseenIn(landscape: Landscape): string[] {
  const begun: string[] = []
  for (const key of landscape.snapshot.profiles.keys()) {
    const classes = memoizedProfile(landscape, key)?.classes
    if (classes === undefined) continue
    const { graph } = classes
    const [nodeOf, ownNodeOf] = [classes.of.bind(classes), graph.ownNodeOf.bind(graph)]
    vi.spyOn(classes, 'of').mockImplementation((shoot) => {
      begun.push('versions')
      return nodeOf(shoot)
    })
    vi.spyOn(graph, 'ownNodeOf').mockImplementation((shoot, from) => {
      begun.push('rotations')
      return ownNodeOf(shoot, from)
    })
  }
  return begun
}

it.each([
  ['the demo', demo, false],
  ['one whose versions expire inside a window', () => caseIndex('expiry-inside-window'), false],
  ['one that is asleep', () => caseIndex('hibernated-and-forced'), false],
  ['one whose machine type is gone', () => caseIndex('machine-type-removed'), false],
  ['one with automatic rotations', () => caseIndex('waking-up-rotation-due'), true],
] as const)(
  'the answer about a cluster foresees it once, and its rotations beside that: %s',
  async (_, open, rotates) => {
    const landscape = await open()
    // Advice tries every change of its own in a forecast.
    vi.spyOn(Outlook.prototype, 'advice', 'get').mockReturnValue([])
    vi.spyOn(Outlook.prototype, 'autoUpdates', 'get').mockReturnValue([])
    const begun = foreseenIn(landscape)
    let rotating = 0
    for (const [position, { shoot }] of landscape.roster.members.entries()) {
      begun.length = 0
      shootView(landscape, position)
      const rotations = begun.filter((what) => what === 'rotations')
      if (rotations.length > 0) rotating++
      const expected = shoot.autoRotation === undefined ? ['versions'] : ['versions', 'rotations']
      expect([shoot.name, ...begun]).toEqual([shoot.name, ...expected])
    }
    expect(rotating > 0).toBe(rotates)
  },
)

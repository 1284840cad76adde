import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { shootAnswer } from '@/lib/contract/clusters'
import { openGarden } from '@/lib/garden/open-garden'
import { shootView } from '@/lib/questions/cluster/answer/shoot'
import { profileView } from '@/lib/questions/profiles/answer/profile'
import { profileAnswer } from '@/lib/questions/profiles/contract'
import { projectView } from '@/lib/questions/projects/answer/project'
import { projectAnswer } from '@/lib/questions/projects/contract'
import { buildLandscape } from '../landscape'

const apiVersion = 'core.gardener.cloud/v1beta1'
const profile = (version: string) => ({
  apiVersion,
  kind: 'CloudProfile',
  metadata: { name: 'p' },
  spec: { kubernetes: { versions: [{ version }] } },
})
const shoot = (name: string, version: string) => ({
  apiVersion,
  kind: 'Shoot',
  metadata: { name, namespace: 'garden-a' },
  spec: { cloudProfile: { name: 'p' }, kubernetes: { version }, provider: { workers: [] } },
})
const project = (owner: unknown) => ({
  apiVersion,
  kind: 'Project',
  metadata: { name: 'a' },
  spec: { namespace: 'garden-a', owner },
})

test('what is there twice with different content is told on its own page, and on no other', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-twice-'))
  const items = (...all: readonly object[]) => JSON.stringify({ kind: 'List', items: all })
  await writeFile(
    join(folder, 'a.json'),
    items(profile('1.34.1'), shoot('twice', '1.34.1'), shoot('once', '1.34.1'), project(null)),
  )
  await writeFile(
    join(folder, 'b.json'),
    items(profile('1.34.2'), shoot('twice', '1.34.2'), project({ kind: 'User', name: 'b' })),
  )
  const garden = openGarden({ GARDEN: folder })
  try {
    await garden.ready()
    const landscape = await buildLandscape(garden.snapshot(), Date.parse('2026-11-21T18:00:00Z'))
    const told = {
      source: 'b.json',
      line: 1,
      reason: 'is there twice, and not the same: also in a.json, line 1, and that one counts',
    }
    const [once, twice] = [0, 1].map((at) => shootAnswer.parse(shootView(landscape, at)))
    expect(once).toMatchObject({ shoot: { name: 'once' }, problems: [] })
    expect(twice).toMatchObject({
      shoot: { name: 'twice', kubernetes: { version: '1.34.1' } },
      problems: [{ ...told, object: 'Shoot garden-a/twice' }],
    })
    const entry = landscape.snapshot.profiles.get('p')
    expect(entry && profileAnswer.parse(profileView(landscape, entry, null)).problems).toEqual([
      { ...told, object: 'CloudProfile p' },
    ])
    expect(projectAnswer.parse(projectView(landscape, 'a', 'UTC')).problems).toEqual([{ ...told, object: 'Project a' }])
  } finally {
    await garden.close()
    await rm(folder, { recursive: true })
  }
})

import { expect, it } from 'vitest'
import { shootView } from '@/lib/questions/cluster/answer/shoot'
import { compareView, profileView } from '@/lib/questions/profiles/answer/profile'
import { caseIndex } from '../testdata/case'

it('a date beside stages of the parent is said to have no effect, and none of it is forecast', async () => {
  const landscape = await caseIndex('namespaced-date-without-effect')
  const [own, parent] = ['garden-c43/longer43', 'c43'].map((key) => landscape.snapshot.profiles.get(key))
  if (own === undefined || parent === undefined) throw new Error('no profile')
  const idle = [
    'Its own end of Kubernetes 1.34.8, 31 Jan 2027, has no effect: c43 gives that version stages (lifecycle), and beside those no date counts.',
  ]
  expect(profileView(landscape, own, null).idle).toEqual(idle)
  expect(profileView(landscape, parent, null).idle).toEqual([])
  expect(compareView(landscape, own, parent).child?.idle).toEqual(idle)
  expect(shootView(landscape, 0).steps.map(({ window }) => window.begin)).toEqual(['2026-12-01T22:00:00Z'])
})

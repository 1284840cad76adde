import { expect, it } from 'vitest'
import { caseIndex } from '@/lib/landscape/testdata/case'
import { newClusterView } from './new-cluster'

it('tells of a version that is listed and has expired since when that is so', async () => {
  const landscape = await caseIndex('new-cluster-expired')
  const entry = landscape.snapshot.profiles.get('c28')
  if (entry === undefined) throw new Error('no profile')
  const asked = { machineType: undefined, kubernetes: undefined, runtime: undefined }
  const answer = await newClusterView(landscape, entry, entry.profile, asked)
  const inactive = (version: string) => answer.kubernetes.find((row) => row.asked === version)?.spans[0]?.inactive
  expect(inactive('1.34.3')).toEqual({ stage: 'expired', from: '2026-11-01T23:59:59Z', to: null })
  expect(inactive('1.34.8')).toBeNull()
})

import { expect, it } from 'vitest'
import { demoGarden } from '@/lib/garden/testdata/demo'
import { buildLandscape } from '@/lib/landscape/landscape'
import { EXAMPLE, readPolicyText } from '@/lib/landscape/policy'
import { sourceAnswer } from '../contract'
import { sourceView } from './draft'

it('tells the notice of the policy in days, and that there is none without', async () => {
  const garden = await demoGarden()
  const landscape = await buildLandscape(garden.snapshot(), Date.parse('2026-11-21T18:00:00Z'))
  const entry = landscape.snapshot.profiles.get('aws')
  const reading = readPolicyText(EXAMPLE.replace('2880h', '240h'))
  if (entry === undefined || reading.kind !== 'ok') throw new Error('no profile, or no policy')
  expect(sourceAnswer.parse(sourceView(landscape, entry, reading.policy, false)).notice).toEqual({
    kubernetes: 10,
    images: 120,
  })
  expect(sourceView(landscape, entry, null, false).notice).toEqual({ kubernetes: null, images: null })
})

import { expect, it } from 'vitest'
import { demoGarden } from '@/lib/garden/testdata/demo'
import { profileView } from '@/lib/questions/profiles/answer/profile'
import { profileAnswer } from '@/lib/questions/profiles/contract'
import { buildLandscape } from '../landscape'

const at = Date.parse('2026-11-21T18:00:00Z')

/** The first of the demo's profiles, in which two versions have no classification, and one of them has a date. */
async function changed() {
  const garden = await demoGarden()
  const snapshot = garden.snapshot()
  const aws = snapshot.profiles.get('aws')
  if (aws === undefined) throw new Error('the demo has a profile aws')
  const kubernetes = aws.profile.kubernetes.map((one) => {
    if (one.version === '1.35.4') return { version: one.version }
    if (one.version !== '1.34.6') return one
    return { version: one.version, expirationDate: Date.parse('2027-01-20T12:00:00Z') }
  })
  const entry = { ...aws, profile: { ...aws.profile, kubernetes } }
  const landscape = await buildLandscape({ ...snapshot, profiles: new Map([...snapshot.profiles, ['aws', entry]]) }, at)
  return (version?: string) =>
    profileAnswer.parse(profileView(landscape, entry, version === undefined ? null : { what: 'Kubernetes', version }))
}

it('a version that nobody classified is not classified in its profile, whether it has a date or not', async () => {
  const view = await changed()
  const classified = new Map(view().kubernetes.map((one) => [one.version, one.classified]))
  expect(classified.get('1.35.4')).toBe(false)
  expect(classified.get('1.34.6')).toBe(false)
  expect(classified.get('1.34.7')).toBe(true)
})

it('nor is it in the path of those that run it or move to it', async () => {
  const view = await changed()
  const nodes = view('1.34.6').selected?.path.nodes ?? []
  expect(nodes.find(({ version }) => version === '1.34.6')?.stage).toBe('unclassified')
  expect(nodes.find(({ version }) => version === '1.35.4')?.stage).toBe('unclassified')
  expect(nodes.find(({ version }) => version === '1.34.7')?.stage).toBe('supported')
})

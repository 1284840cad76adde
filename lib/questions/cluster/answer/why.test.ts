import { describe, expect, it } from 'vitest'
import { shootAnswer } from '@/lib/contract/clusters'
import { auto, image, instant, profile, shoot, worker } from '@/lib/engine/testdata/builders'
import type { CloudProfile, Shoot } from '@/lib/engine/types'
import { ChunkedList } from '@/lib/garden/chunked-list'
import { buildLandscape } from '@/lib/landscape/landscape'
import { profileView } from '@/lib/questions/profiles/answer/profile'
import { type ProfileAnswer, profileAnswer } from '@/lib/questions/profiles/contract'
import { whyAnswer } from '../contract'
import { shootView } from './shoot'
import { whyView } from './why'

const at = instant('2026-11-21T18:00:00Z')
const window = { begin: '220000+0100', end: '230000+0100' }

const gcp = profile(
  ['1.32.9 deprecated 2026-12-15', '1.33.7 supported', '1.34.3 supported', '1.34.4 preview', '1.30.1 - 2026-12-01'],
  image('linux', 'minor', ['1.0.0 deprecated 2027-04-30', '1.1.0 supported 2027-04-30']),
)

function indexOf(subject: Shoot, by: CloudProfile | null = gcp) {
  const profiles = by === null ? [] : [['profile', { ref: subject.profile, profile: by }] as const]
  const snapshot = {
    revision: '1',
    observedAt: at,
    profiles: new Map(profiles),
    projects: [],
    shoots: ChunkedList.of([subject]),
    problems: [],
  }
  return buildLandscape(snapshot, at)
}

const cluster = (more: Partial<Shoot> = {}, pools = [worker('a linux 1.0.0')]) =>
  shoot('1.32.9', pools, { window, ...more })

async function why(subject: Shoot, wanted: string, by: CloudProfile | null = gcp) {
  return whyAnswer.parse(await whyView(await indexOf(subject, by), 0, instant(wanted)))
}

describe('why', () => {
  it('explains the maintenance of the window that is asked about, with the versions and stages of then', async () => {
    const answer = await why(cluster(auto), '2026-12-15T21:00:00Z')
    expect(answer.window).toMatchObject({ begin: '2026-12-15T21:00:00Z', offset: '+01:00' })
    expect(
      answer.subjects.map(({ text, outcome, to, reason }) => [
        text.split(/[:,] (?:Gardener|and)/)[0],
        outcome,
        to,
        reason,
      ]),
    ).toEqual([
      ['Yes, 1.32.9 is listed and expired', 'updates', '1.33.7', 'Kubernetes version expired - force update required'],
      ['Yes, 1.1.0 is listed and supported', 'keeps', null, null],
    ])
    expect(
      answer.subjects[0]?.steps.map(({ candidates }) => candidates.find(({ rule }) => rule === 'chosen')?.version),
    ).toEqual([undefined, '1.33.7'])
    expect(answer.subjects[0]?.below).toEqual(['1.30.1'])
  })

  it('takes the next window before there is one to ask about', async () => {
    const answer = await why(cluster(auto), '2026-01-01')
    expect(answer.window.begin).toBe('2026-11-21T21:00:00Z')
    expect(answer.subjects[1]).toMatchObject({ component: 'poolImage', to: '1.1.0' })
  })

  it('says what the API server says if it refuses all', async () => {
    const listed = { ...gcp, kubernetes: [...gcp.kubernetes, { version: '1.29.0' }] }
    const answer = await why(cluster({}, [worker('a linux 1.0.0 1.29.0')]), '2026-12-16', listed)
    expect(answer.refused).toMatch(/^Updates to the Shoot failed to be applied: .* at most three minor versions behind/)
    expect(answer.subjects[0]).toMatchObject({ outcome: 'updates', to: '1.33.7' })
  })

  it.each([
    ['deleting', { deletionTimestamp: at }, gcp],
    ['profile-missing', {}, null],
  ])('has nothing to explain: %s', async (skipped, more, by) => {
    expect(await why(cluster(more), '2026-12-16', by)).toMatchObject({ skipped, refused: null, subjects: [] })
  })
})

describe('a cluster', () => {
  it('has its dead ends and how long its pools take', async () => {
    const answer = shootAnswer.parse(shootView(await indexOf(cluster()), 0))
    expect(answer.stuck?.deadEnds.map(({ kind, pool, since, text }) => [kind, pool, since, text])).toEqual([
      [
        'image-end-of-life',
        'a',
        '2027-04-30T21:00:00Z',
        'From 30 Apr 2027 on pool a cannot leave linux 1.0.0: no version of the image is left to go to.',
      ],
    ])
    expect(answer.rollouts).toEqual([
      {
        pool: 'a',
        surge: 1,
        unavailable: 0,
        milliseconds: 25_200_000,
        formula: 'ceil(nodes / (maxSurge + maxUnavailable)) × (machineDrainTimeout + machineCreationTimeout)',
        figure: '3 × (create 20 min + drain 2 h)',
      },
    ])
  })

  it('drops what ends with a minor', async () => {
    const versionBound = { podEvictionTimeout: '2m0s' }
    const { steps } = shootAnswer.parse(shootView(await indexOf(cluster({ versionBound })), 0))
    expect(steps[0]?.dropped).toEqual([
      {
        path: 'spec.kubernetes.kubeControllerManager.podEvictionTimeout',
        from: '"2m0s"',
        to: null,
        reason: expect.stringMatching(/^\.spec\.kubernetes\.kubeControllerManager\.podEvictionTimeout is set to nil/),
      },
    ])
  })
})

describe('a profile', () => {
  async function deadEnds(subject: Shoot): Promise<ProfileAnswer['deadEnds']> {
    const landscape = await indexOf(subject)
    return profileAnswer.parse(profileView(landscape, { ref: subject.profile, profile: gcp }, null)).deadEnds
  }

  it('has its dead ends with the clusters on them, each counted once', async () => {
    expect(
      (await deadEnds(cluster({}, [worker('a linux 1.0.0'), worker('b linux 1.1.0')]))).map(({ text, clusters }) => [
        text,
        clusters,
      ]),
    ).toEqual([
      [
        'From 1 Dec 2026 on nothing leads away from Kubernetes 1.30.1: the profile lists no version of 1.31, and a minor cannot be skipped.',
        0,
      ],
      [
        'From 30 Apr 2027 on nothing leads away from linux 1.1.0 and 1.0.0: no version of the image is left to go to.',
        1,
      ],
    ])
  })
})

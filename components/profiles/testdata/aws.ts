import type { OfferedVersionBody, PathBody, StageSpanBody } from '@/lib/contract/lifecycle'
import type { ProfileAnswer } from '@/lib/questions/profiles/contract'
import { NOW } from '../../outlook/testdata/answers'

/** A profile in the middle of its life, seen on Sat 21 Nov 2026, 19:00 +01:00. For tests only. */

const at = (day: string | null) => (day === null ? null : day.includes('T') ? day : `${day}T12:00:00Z`)

/** `preview 2026-08-25 supported 2026-09-22 -`: stages with the days between them, `?` for not known, `-` for no end. */
function spans(text: string): StageSpanBody[] {
  const words = text.split(' ')
  const day = (word: string | undefined) => (word === undefined || word === '?' || word === '-' ? null : at(word))
  const found: StageSpanBody[] = []
  for (let index = 1; index + 1 < words.length; index += 2) {
    found.push({
      stage: words[index] as StageSpanBody['stage'],
      from: day(words[index - 1]),
      to: day(words[index + 1]),
    })
  }
  return found
}

export function version(
  version: string,
  minor: string,
  text: string,
  clusters: number,
  more: Partial<OfferedVersionBody> = {},
): OfferedVersionBody {
  const all = spans(text)
  const now = Date.parse(NOW)
  const current = all.find(
    (span) => Date.parse(span.from ?? '1970') <= now && now < Date.parse(span.to ?? '9999-01-01'),
  )
  return {
    version,
    minor,
    stage: current?.stage ?? 'supported',
    classified: true,
    spans: all,
    expires: all.find((span) => span.stage === 'expired')?.from ?? null,
    clusters,
    defaultForNew: false,
    autoTarget: false,
    latest: false,
    image: null,
    ...more,
  }
}

const target = { autoTarget: true }

const kubernetes: OfferedVersionBody[] = [
  version('1.35.0', '1.35', '2026-11-03 preview -', 3, { latest: true }),
  version('1.34.4', '1.34', '2026-11-10 preview -', 2),
  version('1.34.3', '1.34', '2026-08-25 preview 2026-09-22 supported -', 121, { ...target, defaultForNew: true }),
  version('1.34.2', '1.34', '? supported 2026-09-22 deprecated 2027-01-20 expired -', 7),
  version('1.33.7', '1.33', '2026-10-13 preview 2026-11-21T08:12:00Z supported 2027-06-30 expired -', 13, target),
  version('1.33.6', '1.33', '2026-08-11 supported 2026-11-21T08:12:00Z deprecated 2026-12-15 expired -', 158),
  version('1.33.5', '1.33', '? deprecated 2026-11-27 expired -', 7),
  version('1.32.9', '1.32', '? supported 2027-03-02 expired -', 21, target),
  version('1.32.8', '1.32', '? deprecated 2026-12-08 expired -', 11),
  version('1.31.13', '1.31', '? supported 2026-10-12 deprecated 2026-12-31 expired -', 10, target),
  version('1.31.12', '1.31', '? deprecated 2026-11-15 expired -', 1),
  version('1.30.14', '1.30', '? deprecated 2026-10-31 expired -', 2),
  version('1.30.12', '1.30', '? deprecated 2026-09-15 expired -', 0),
]

const image = (
  kubelet: string | null,
  from: string | null,
  more: Partial<OfferedVersionBody> = {},
): Partial<OfferedVersionBody> => ({
  image: {
    architectures: from === null ? ['amd64'] : ['amd64', 'arm64'],
    cri: from === null ? ['containerd'] : ['containerd', 'gvisor'],
    kubeletVersionConstraint: kubelet,
    inPlaceUpdates: from === null ? null : { supported: true, minVersionForUpdate: from },
  },
  ...more,
})

const gardenlinux: OfferedVersionBody[] = [
  version(
    '2150.0.0',
    '2150',
    '2026-08-01 unavailable 2027-01-12 preview -',
    0,
    image('>= 1.33', '1877.5.0', { latest: true }),
  ),
  version('1877.6.0', '1877', '2026-11-10 preview -', 4, image('>= 1.30', '1877.3.0')),
  version('1877.5.0', '1877', '2026-10-06 preview 2026-11-05 supported -', 214, image('>= 1.30', '1877.3.0', target)),
  version(
    '1877.4.0',
    '1877',
    '2026-09-02 supported 2026-11-05 deprecated 2027-01-31 expired -',
    63,
    image('>= 1.30', '1877.3.0'),
  ),
  version('1877.3.0', '1877', '? deprecated 2026-12-04 expired -', 22, image('>= 1.30', '1592.15.0')),
  version('1592.15.0', '1592', '? deprecated 2027-02-28 expired -', 31, image('< 1.34', '1592.9.0')),
  version('1592.12.0', '1592', '? deprecated 2026-11-27 expired -', 5, image('< 1.33', null)),
  version('934.11.0', '934', '? deprecated 2026-12-02 expired -', 3, image('< 1.31', null)),
  version('934.8.0', '934', '? deprecated 2026-09-30 expired -', 0, image('< 1.30', null)),
]

export const path: PathBody = {
  nodes: [
    {
      version: '1.33.6',
      stage: 'deprecated',
      column: 0,
      clusters: 158,
      now: 158,
      already: 0,
      expires: at('2026-12-15'),
    },
    { version: '1.33.7', stage: 'supported', column: 1, clusters: 158, now: 0, already: 13, expires: at('2027-06-30') },
    { version: '1.34.3', stage: 'supported', column: 2, clusters: 158, now: 0, already: 121, expires: null },
  ],
  bands: [
    band('1.33.6', '1.33.7', 'auto', 112, '2026-11-21T20:00:00Z', '2026-11-22T04:00:00Z', 'kubeletRestart'),
    band('1.33.6', '1.33.7', 'forced', 46, '2026-12-15T20:00:00Z', '2026-12-16T11:00:00Z', 'kubeletRestart'),
    band('1.33.7', '1.34.3', 'forced', 158, '2027-06-30T20:00:00Z', '2027-07-01T11:00:00Z', 'rolling'),
  ],
}

export function band(
  from: string,
  to: string | null,
  kind: PathBody['bands'][number]['kind'],
  clusters: number,
  firstAt: string,
  lastAt: string,
  effect: 'rolling' | 'inPlace' | 'kubeletRestart',
): PathBody['bands'][number] {
  const none = { failedLast: 0, rolling: 0, inPlace: 0, kubeletRestart: 0 }
  const cause = kind === 'fails' ? 'no-version' : null
  return { from, to, kind, clusters, firstAt, lastAt, over: null, onward: null, ...none, [effect]: clusters, cause }
}

const evidence = { revision: '7', observedAt: '2026-11-21T17:59:20Z', at: NOW }

export const aws: ProfileAnswer = {
  ...evidence,
  profile: {
    ref: { kind: 'CloudProfile', name: 'aws' },
    parent: null,
    resourceVersion: '48812907',
    clusters: 356,
    projects: 41,
    kubernetesVersions: kubernetes.length,
    images: 3,
    forced90: 74,
    stuck: 3,
    nextExpiry: { at: '2026-11-27T12:00:00Z', what: 'Kubernetes', version: '1.33.5', clusters: 7 },
  },
  kubernetes,
  images: [
    { name: 'gardenlinux', updateStrategy: 'minor', versions: gardenlinux },
    {
      name: 'suse-chost',
      updateStrategy: 'patch',
      versions: [
        version('15.6.20260930', '15.6', '? supported -', 40, image(null, null, { ...target, latest: true })),
        version('15.5.20250901', '15.5', '? unavailable ?', 4, {
          ...image(null, null),
          spans: spans('? supported -'),
          stage: 'supported',
          classified: false,
        }),
      ],
    },
    { name: 'flatcar', updateStrategy: 'major', versions: [] },
  ],
  selected: null,
  problems: [],
  deadEnds: [],
  idle: [],
  notListed: [{ what: 'Kubernetes', version: '1.31.9', clusters: 2 }],
}

/** A profile of a project's own that builds on `aws`, keeps 1.33.5 two months longer and adds an image of its own. */
export const awsExt: ProfileAnswer = {
  ...aws,
  profile: {
    ...aws.profile,
    ref: { kind: 'NamespacedCloudProfile', namespace: 'garden-core', name: 'aws-ext' },
    parent: 'aws',
    clusters: 9,
    projects: 1,
  },
  kubernetes: kubernetes.map((one) =>
    one.version === '1.33.5'
      ? version('1.33.5', '1.33', '? deprecated 2027-01-27 expired -', 7)
      : { ...one, clusters: Math.min(one.clusters, 2) },
  ),
  images: [
    ...aws.images,
    {
      name: 'hardened',
      updateStrategy: 'major',
      versions: [version('1.0.0', '1.0', '? supported -', 1, image(null, null))],
    },
  ],
  notListed: [],
}

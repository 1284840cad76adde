import { describe, expect, it } from 'vitest'
import { forecast } from '@/lib/engine/course/forecast'
import { severityOf } from '@/lib/engine/explain/obstacles/obstacle'
import { constraintsOf } from '@/lib/engine/explain/obstacles/obstacles'
import { imageVersion as image, shoot as plainShoot, worker as plainWorker } from '@/lib/engine/testdata/builders'
import { memoized } from '@/lib/engine/testdata/memoized'
import { DAY, HOUR } from '@/lib/engine/time'
import type { CloudProfile, ExpirableVersion, MachineImageVersion, Shoot, Worker } from '@/lib/engine/types'
import { obstacleText } from '@/lib/words/obstacles'
import { remedyWords } from '@/lib/words/remedies'
import { adviceFor } from './advice'
import { kindOf } from './remedy'

const at = Date.UTC(2026, 10, 21, 18)
const soon = at + 10 * DAY
const later = at + 60 * DAY

const profile = (
  kubernetes: ExpirableVersion[],
  os: MachineImageVersion[],
  other: MachineImageVersion[] = [],
): CloudProfile => ({
  kubernetes,
  machineImages: [
    { name: 'os', updateStrategy: 'minor', versions: os },
    { name: 'other', updateStrategy: 'minor', versions: other },
  ],
  machineTypes: [{ name: 'm' }],
})

const worker = (name: string, version: string, rest: Partial<Worker> = {}) =>
  plainWorker(`${name} os ${version}`, { machineType: 'm', zones: [], ...rest })

const OWN = {
  namespace: 'garden-a',
  name: 'b',
  profile: { kind: 'CloudProfile', name: 'p' },
  window: { begin: '220000+0100', end: '230000+0100' },
} as const
const shoot = (kubernetesVersion: string, workers: Worker[], rest: Partial<Shoot> = {}) =>
  plainShoot(kubernetesVersion, workers, { ...OWN, ...rest })

const prospect = (subject: Shoot, offer: CloudProfile) => ({
  shoot: subject,
  profile: memoized(offer),
  at,
  until: at + 365 * DAY,
  steps: forecast(subject, memoized(offer), { from: at, to: at + 365 * DAY }).steps,
})
/** What is advised, in words. */
const told = (one: Parameters<typeof adviceFor>[0]) =>
  adviceFor(one).map((remedy) => ({ ...remedy, kind: kindOf(remedy), ...remedyWords(remedy, one.shoot) }))
const titles = (subject: Shoot, offer: CloudProfile) =>
  told(prospect(subject, offer)).map(({ kind, title }) => `${kind}: ${title}`)

const deadOs = [image('1.0.0', { expirationDate: soon })]

describe('advice', () => {
  it.each<[string, Shoot, CloudProfile, string[]]>([
    ['is none when nothing is forced', shoot('1.33.1', []), profile([{ version: '1.33.1' }], []), []],
    [
      'is none for a shoot that is being deleted',
      shoot('1.33.1', [], { deletionTimestamp: at - DAY }),
      profile([{ version: '1.33.1', expirationDate: soon }, { version: '1.34.0' }], []),
      [],
    ],
    [
      'says that auto-update helps while there are patches',
      shoot('1.33.1', []),
      profile([{ version: '1.33.1', expirationDate: soon }, { version: '1.33.2' }], []),
      [
        'do: Update to 1.33.2 on your own day',
        'helps: Turn on Kubernetes auto-update',
        'no-help: Moving the window would not help',
      ],
    ],
    [
      'says that auto-update does not help on the last patch, also when it is on',
      shoot('1.33.1', [], { autoUpdate: { kubernetesVersion: true, machineImageVersion: true } }),
      profile([{ version: '1.33.1', expirationDate: soon }, { version: '1.34.0' }], []),
      [
        'do: Update to 1.34.0 on your own day',
        'no-help: Moving the window would not help',
        'no-help: Kubernetes auto-update does not help',
      ],
    ],
    [
      'does not offer a minor that an image would refuse: the image comes first',
      shoot('1.33.1', [worker('a', '1.0.0')]),
      profile(
        [{ version: '1.33.1', expirationDate: soon }, { version: '1.34.0' }],
        [image('1.0.0', { kubeletVersionConstraint: '< 1.34', expirationDate: later }), image('2.0.0')],
      ),
      [
        'do: Update pool a to os 2.0.0 on your own day',
        'no-help: Updating to 1.34.0 now would not help',
        'no-help: Moving the window would not help',
        'no-help: Kubernetes auto-update would not help',
        'no-help: Image auto-update would not help',
      ],
    ],
    [
      'says that image auto-update makes it worse when the next version expires earlier',
      shoot('1.33.1', [worker('a', '1.0.0')]),
      profile(
        [{ version: '1.33.1' }],
        [image('1.0.0', { expirationDate: later }), image('1.1.0', { expirationDate: soon }), image('2.0.0')],
      ),
      ['do: Update pool a to os 2.0.0 on your own day', 'no-help: Image auto-update would not help'],
    ],
    [
      'takes pools together that go the same way',
      shoot('1.33.1', [worker('a', '1.0.0'), worker('b', '1.0.0')]),
      profile([{ version: '1.33.1' }], [image('1.0.0', { expirationDate: soon }), image('1.1.0')]),
      ['do: Update pools a and b to os 1.1.0 on your own day', 'helps: Turn on image auto-update'],
    ],
    [
      'names another image for a pool whose image ends',
      shoot('1.33.1', [worker('a', '1.0.0')]),
      profile([{ version: '1.33.1' }], deadOs, [image('7.0.0')]),
      ['do: Move pool a off os 1.0.0', 'helps: Give os 1.0.0 more time in a namespaced profile'],
    ],
    [
      'names a lower version of the same image where the highest ends',
      shoot('1.33.1', [worker('a', '2.0.0')]),
      profile([{ version: '1.33.1' }], [image('1.0.0'), image('2.0.0', { expirationDate: soon })]),
      ['do: Move pool a off os 2.0.0'],
    ],
    [
      'leaves nothing to the operators that an update of the pool leads past',
      shoot('1.33.1', [worker('a', '1.0.0', { kubernetesVersion: '1.31.1' })]),
      profile([{ version: '1.33.1' }, { version: '1.31.1', expirationDate: soon }], [image('1.0.0')]),
      ['do: Update pool a to Kubernetes 1.33.1 on your own day'],
    ],
    [
      'leaves it to the operators when there is no other image',
      shoot('1.33.1', [worker('a', '1.0.0')]),
      profile([{ version: '1.33.1' }], deadOs),
      ['warning: Move pool a off os 1.0.0'],
    ],
    [
      'leaves it to the operators when no next minor is listed',
      shoot('1.33.1', []),
      profile([{ version: '1.33.1', expirationDate: soon }, { version: '1.35.0' }], []),
      ['warning: You cannot fix this'],
    ],
    [
      'names the image that holds the next minor back',
      shoot('1.33.1', [worker('a', '1.0.0')]),
      profile(
        [{ version: '1.33.1', expirationDate: soon }, { version: '1.34.0' }],
        [image('1.0.0', { kubeletVersionConstraint: '< 1.34' })],
        [image('7.0.0')],
      ),
      [
        'do: Move pool a off os 1.0.0',
        'helps: Give Kubernetes 1.33.1 more time in a namespaced profile',
        'no-help: Updating to 1.34.0 now would not help',
        'no-help: Moving the window would not help',
        'no-help: Kubernetes auto-update would not help',
      ],
    ],
    [
      'tells to finish an update in place',
      shoot('1.33.1', [worker('a', '1.0.0', { updateStrategy: 'AutoInPlaceUpdate' })], { pendingWorkerUpdates: ['a'] }),
      profile(
        [{ version: '1.33.1', expirationDate: soon }, { version: '1.34.0' }],
        [image('1.0.0', { inPlaceUpdates: { supported: true } })],
      ),
      [
        'do: Finish the update in place of pool a',
        'no-help: Updating to 1.34.0 now would not help',
        'no-help: Moving the window would not help',
        'no-help: Kubernetes auto-update would not help',
      ],
    ],
    [
      'tells to update a pool that falls too far behind',
      shoot('1.33.1', [worker('a', '1.0.0', { kubernetesVersion: '1.30.1' })]),
      profile(
        [{ version: '1.33.1', expirationDate: soon }, { version: '1.34.0' }, { version: '1.30.1' }],
        [image('1.0.0')],
      ),
      [
        'do: Update pool a to Kubernetes 1.33.1 on your own day',
        'no-help: Updating to 1.34.0 now would not help',
        'no-help: Moving the window would not help',
        'no-help: Kubernetes auto-update would not help',
      ],
    ],
  ])('%s', (_, subject, offer, expected) => {
    expect(titles(subject, offer)).toEqual(expected)
  })

  it('names the settings that do not go with the version', () => {
    const offer = profile([{ version: '1.32.1', expirationDate: soon }, { version: '1.33.1' }], [image('1.0.0')])
    const settings = { podEvictionTimeout: '2m0s', kubeMaxPDVols: '30' }
    const [first] = told(prospect(shoot('1.32.1', [worker('a', '1.0.0')], { versionBound: settings }), offer))
    expect(first?.text).toMatch(
      / The patch also takes out spec\.kubernetes\.kubeControllerManager\.podEvictionTimeout, which 1\.33\.1 does not go with\. Nothing is forced then, as far as dates are set\.$/,
    )
  })

  describe('names no version that cannot be chosen now', () => {
    const next = (...stages: [ExpirableVersion['classification'], number][]): ExpirableVersion => ({
      version: '1.34.0',
      lifecycle: stages.map(([classification = 'supported', startTime]) => ({ classification, startTime })),
    })
    const old = { version: '1.33.1', expirationDate: later }

    it.each<[string, ExpirableVersion, string]>([
      [
        'one that is not available',
        next(['supported', soon]),
        'No version of 1.34 can be chosen before 1 Dec 2026. From then on you can choose a day before 20 Jan 2027.',
      ],
      [
        'a preview',
        next(['preview', at - DAY], ['supported', soon]),
        'No version of 1.34 can be chosen before 1 Dec 2026. From then on you can choose a day before 20 Jan 2027.',
      ],
      [
        'one that ends before',
        next(['preview', at - DAY], ['supported', soon], ['expired', soon + 10 * DAY]),
        'No version of 1.34 can be chosen before 1 Dec 2026. From then on you can choose a day before 11 Dec 2026.',
      ],
    ])('%s', (_, version, text) => {
      const found = told(prospect(shoot('1.33.1', []), profile([old, version], [])))
      const hint = found.find(({ kind }) => kind === 'no-help')
      expect(hint).toMatchObject({ title: 'There is no Kubernetes version to choose yet', text })
      expect(found.filter(({ patch }) => patch !== null)).toEqual([])
    })

    it('an expired one: it says where the cluster ends instead', () => {
      const expired = ['1.33.1', '1.34.0', '1.35.0'].map((version) => ({ version, expirationDate: at - DAY }))
      const found = told(prospect(shoot('1.33.1', []), profile([...expired, { version: '1.36.2' }], [])))
      expect(found[0]).toMatchObject({
        kind: 'no-help',
        text: 'Every version of 1.34 has expired. After any of them the next window forces the cluster on, until it runs 1.36.2.',
      })
    })
  })

  it('helps a pool whose own version is forced', () => {
    const offer = profile([{ version: '1.34.6', expirationDate: soon }, { version: '1.34.7' }], [image('1.0.0')])
    const [first] = told(prospect(shoot('1.34.7', [worker('a', '1.0.0', { kubernetesVersion: '1.34.6' })]), offer))
    expect(first).toMatchObject({
      kind: 'do',
      title: 'Update pool a to Kubernetes 1.34.7 on your own day',
      text: 'Patch update, supported now, no expiry set. Kubelets restart and no node rolls, at a time you choose before 1 Dec 2026. Nothing is forced then, as far as dates are set.',
    })
  })

  it.each<[string, Partial<Shoot>, string]>([
    ['that is awake', {}, 'The same nodes roll, at a time you choose'],
    ['that is hibernated', { hibernated: true }, 'No node rolls while it is hibernated, at a time you choose'],
    [
      'that sleeps through its window only',
      { hibernationSchedules: [{ start: '0 18 * * *', end: '0 6 * * *' }] },
      'The nodes roll, at a time you choose',
    ],
  ])('says what a minor does to the nodes of a cluster %s', (_, rest, text) => {
    const offer = profile([{ version: '1.33.1', expirationDate: soon }, { version: '1.34.0' }], [image('1.0.0')])
    const [first] = told(prospect(shoot('1.33.1', [worker('a', '1.0.0')], rest), offer))
    expect(first?.title).toBe('Update to 1.34.0 on your own day')
    expect(first?.text).toContain(text)
  })

  it('leads past a version that the forecast is refused on', () => {
    const offer = profile(
      [{ version: '1.33.1', expirationDate: later }, { version: '1.34.0' }],
      [
        image('1.0.0', { expirationDate: soon }),
        image('1.1.0', { kubeletVersionConstraint: '< 1.34', expirationDate: later + 50 * DAY }),
        image('2.0.0'),
      ],
    )
    const [first] = told(prospect(shoot('1.33.1', [worker('a', '1.0.0')]), offer))
    expect(first?.title).toBe('Update pool a to os 2.0.0 on your own day')
    expect(first?.text).toContain('No night fails then, otherwise 50 nights within 12 months.')
  })

  it('moves several pools at once where each alone would not help', () => {
    const constraint = { kubeletVersionConstraint: '< 1.34' }
    const offer = profile(
      [{ version: '1.33.1', expirationDate: soon }, { version: '1.34.0' }],
      [image('1.0.0', constraint), image('2.0.0')],
      [image('7.0.0', constraint), image('8.0.0')],
    )
    const pools = [worker('a', '1.0.0'), worker('b', '7.0.0', { image: { name: 'other', version: '7.0.0' } })]
    const [first] = told(prospect(shoot('1.33.1', pools), offer))
    expect(first?.title).toBe('Move several pools to other images together')
    expect(first?.text).toMatch(/^Pool a to os 2\.0\.0 and pool b to other 8\.0\.0\. The nodes roll, /)
    expect(JSON.parse(first?.patch ?? '')).toHaveLength(4)
  })

  it('moves pools together that come to the end of an image one after the other', () => {
    const offer = profile(
      [{ version: '1.33.1' }],
      [image('1.0.0', { expirationDate: soon }), image('1.1.0', { expirationDate: later })],
      [image('7.0.0')],
    )
    const found = told(prospect(shoot('1.33.1', [worker('a', '1.1.0'), worker('b', '1.0.0')]), offer))
    expect(found[0]?.title).toBe('Move several pools to other images together')
    expect(found[0]?.text).toMatch(
      /^Pool a to other 7\.0\.0 and pool b to other 7\.0\.0\. The nodes roll.* No night fails then, /,
    )
    expect(found.filter(({ kind }) => kind === 'warning')).toEqual([])
  })

  it('says that another image does not help as long as something else fails', () => {
    const offer = profile([{ version: '1.33.1', expirationDate: soon }, { version: '1.35.0' }], deadOs, [
      image('7.0.0'),
    ])
    const found = told(prospect(shoot('1.33.1', [worker('a', '1.0.0')]), offer))
    expect(found.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
      'helps: A new NamespacedCloudProfile of p can set later dates, for example 1 Mar 2027 UTC for Kubernetes 1.33.1 and 1 Mar 2027 UTC for os 1.0.0. The cluster then moves to that profile. The operators decide whether you may do that. The change itself touches no node and no control plane. Then 264 nights within 12 months fail, otherwise 355 nights within 12 months.',
      'warning: The control plane is, from 1 Dec 2026 on, stuck on 1.33.1: the profile lists no version of 1.34, and a minor cannot be skipped. Ask the operators of p to add a Kubernetes 1.34 version.',
      'warning: From 1 Dec 2026 on no version of it is left, and its update fails every night. With other 7.0.0 it could be updated, but something else would still fail.',
    ])
  })

  describe('says until when', () => {
    const offer = (expirationDate: number) =>
      profile([{ version: '1.33.1', expirationDate }, { version: '1.33.2' }], [])
    const first = (subject: Shoot, expirationDate: number, now = at) => {
      const steps = forecast(subject, memoized(offer(expirationDate)), { from: now, to: now + 365 * DAY }).steps
      const [found] = told({
        shoot: subject,
        profile: memoized(offer(expirationDate)),
        at: now,
        until: now + 365 * DAY,
        steps,
      })
      return found
    }
    const confined = shoot('1.33.1', [], { confineSpecUpdateRollout: true })

    it.each<[string, Shoot, number, number, RegExp]>([
      ['by day, far ahead', shoot('1.33.1', []), soon, at, /touched, at a time you choose before 1 Dec 2026\. /],
      [
        'to the minute, on the day itself',
        shoot('1.33.1', []),
        at - DAY,
        at,
        /touched, at a time you choose before 21 Nov 2026 22:00 \+01:00\. /,
      ],
      [
        'while the window is open',
        shoot('1.33.1', []),
        at - DAY,
        at + 3.5 * HOUR,
        /touched, if you change it at once: the window is open, and its maintenance begins by 21 Nov 2026 22:45 \+01:00\. /,
      ],
      [
        'where a change waits for the next window',
        confined,
        soon,
        at,
        /touched, in a window you choose before that of 1 Dec 2026: a change waits for the next one, as roll-outs are confined to the maintenance window \(confineSpecUpdateRollout\)\. /,
      ],
      [
        'where it waits for the very window that forces it',
        confined,
        at - DAY,
        at,
        /touched, not before the window of 21 Nov 2026 22:00 \+01:00: a change waits for it, as roll-outs are confined .*\. Only a reconcile that you ask for is earlier\. /,
      ],
    ])('%s', (_, subject, expirationDate, now, expected) => {
      expect(first(subject, expirationDate, now)?.text).toMatch(expected)
      const own = subject.confineSpecUpdateRollout ? 'yourself' : 'on your own day'
      expect(first(subject, expirationDate, now)?.title).toBe(`Update to 1.33.2 ${own}`)
    })
  })

  it('guards a patch of pools by their names', () => {
    const offer = profile([{ version: '1.33.1' }], [image('1.0.0', { expirationDate: soon }), image('1.1.0')])
    const [first] = told(prospect(shoot('1.33.1', [worker('a', '1.0.0')]), offer))
    expect([first?.patchType, JSON.parse(first?.patch ?? '')]).toEqual([
      'json',
      [
        { op: 'test', path: '/spec/provider/workers/0/name', value: 'a' },
        { op: 'replace', path: '/spec/provider/workers/0/machine/image/version', value: '1.1.0' },
      ],
    ])
  })
})

describe('constraints', () => {
  const offer = profile([{ version: '1.33.1', expirationDate: soon }, { version: '1.34.0' }], [image('1.0.0')])
  const texts = (rest: Partial<Shoot>, workers: Worker[] = []) =>
    constraintsOf(prospect(shoot('1.33.1', workers, rest), offer)).map(
      (obstacle) => `${severityOf(obstacle)}: ${obstacleText(obstacle, shoot('1.33.1', workers, rest))}`,
    )

  it.each<[string, Partial<Shoot>, RegExp[]]>([
    ['nothing', {}, []],
    [
      'hibernation does not hold maintenance back',
      { hibernated: true },
      [/^info: It is hibernated in the maintenance of 1 Dec 2026: .* no node rolls/],
    ],
    [
      'nor does a failed operation',
      { lastOperation: { type: 'Reconcile', state: 'Failed' } },
      [/^warning: Its last operation \(Reconcile\) failed\./],
    ],
    [
      'no window that can be read',
      { window: { begin: '', end: '' } },
      [/^warning: Its maintenance window cannot be read:/],
    ],
    [
      'settings that end with a minor, in Gardener’s words',
      { versionBound: { secretBindingName: 'x' } },
      [
        /^warning: On 1 Dec 2026, with Kubernetes 1\.34\.0, secretBindingName changes\. Gardener will say: \.spec\.secretBindingName was migrated/,
      ],
    ],
  ])('%s', (_, rest, expected) => {
    const found = texts(rest)
    expect(found).toEqual(expected.map((pattern) => expect.stringMatching(pattern)))
  })

  it.each([
    ['AutoInPlaceUpdate', 'are updated in place, at a time'],
    [
      'ManualInPlaceUpdate',
      'are updated in place, those of pools with ManualInPlaceUpdate each once a person has labelled it, at a time',
    ],
  ] as const)('of a pool with %s whom its nodes wait for', (updateStrategy, words) => {
    const subject = shoot('1.33.1', [worker('a', '1.0.0', { updateStrategy })])
    const offer = profile(
      [{ version: '1.33.1', expirationDate: soon }, { version: '1.34.0' }],
      [image('1.0.0', { inPlaceUpdates: { supported: true } })],
    )
    const [first] = told(prospect(subject, offer))
    expect([first?.title, first?.text]).toEqual(['Update to 1.34.0 on your own day', expect.stringContaining(words)])
  })

  it('a pool that is being updated in place, the worst first', () => {
    const pool = worker('a', '1.0.0', { updateStrategy: 'AutoInPlaceUpdate' })
    const deletionTimestamp = soon - 10 * DAY
    expect(texts({ pendingWorkerUpdates: ['a'], deletionTimestamp }, [pool])).toEqual([
      expect.stringMatching(/^warning: Pool a has not finished its update in place\./),
      expect.stringMatching(/^info: /),
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { adviceFor } from '@/lib/engine/advice'
import { forecast } from '@/lib/engine/forecast'
import { constraintsOf } from '@/lib/engine/obstacles'
import { DAY } from '@/lib/engine/time'
import type { CloudProfile, ExpirableVersion, MachineImageVersion, Shoot, Worker } from '@/lib/engine/types'

const at = Date.UTC(2026, 10, 21, 18)
const soon = at + 10 * DAY
const later = at + 60 * DAY

const image = (version: string, rest: Partial<MachineImageVersion> = {}): MachineImageVersion => ({
  version,
  architectures: ['amd64'],
  cri: [{ name: 'containerd', containerRuntimes: [] }],
  ...rest,
})

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

const worker = (name: string, version: string, rest: Partial<Worker> = {}): Worker => ({
  name,
  image: { name: 'os', version },
  machineType: 'm',
  architecture: 'amd64',
  cri: { name: 'containerd', containerRuntimes: [] },
  updateStrategy: 'AutoRollingUpdate',
  minimum: 1,
  maximum: 3,
  zones: [],
  ...rest,
})

const shoot = (kubernetesVersion: string, workers: Worker[], rest: Partial<Shoot> = {}): Shoot => ({
  namespace: 'garden-a',
  name: 'b',
  profile: { kind: 'CloudProfile', name: 'p' },
  annotations: {},
  kubernetesVersion,
  workers,
  autoUpdate: { kubernetesVersion: false, machineImageVersion: false },
  window: { begin: '220000+0100', end: '230000+0100' },
  confineSpecUpdateRollout: false,
  hibernated: false,
  lastOperation: { type: 'Reconcile', state: 'Succeeded' },
  pendingWorkerUpdates: [],
  ...rest,
})

const prospect = (subject: Shoot, offer: CloudProfile) => ({
  shoot: subject,
  profile: offer,
  at,
  steps: forecast(subject, offer, { from: at, to: at + 365 * DAY }).steps,
})
const titles = (subject: Shoot, offer: CloudProfile) =>
  adviceFor(prospect(subject, offer)).map(({ kind, title }) => `${kind}: ${title}`)

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
        'no-help: Moving the window would not help',
        'helps: Turn on Kubernetes auto-update',
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
        'no-help: Updating to 1.34.0 now would not help',
        'no-help: Moving the window would not help',
        'no-help: Kubernetes auto-update would not help',
        'do: Update pool a to os 2.0.0 on your own day',
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
      ['do: Move pool a off os 1.0.0'],
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
      ['warning: Only the operators of the profile can help'],
    ],
    [
      'names the image that holds the next minor back',
      shoot('1.33.1', [worker('a', '1.0.0')]),
      profile(
        [{ version: '1.33.1', expirationDate: soon }, { version: '1.34.0' }],
        [image('1.0.0', { kubeletVersionConstraint: '< 1.34' })],
        [image('7.0.0')],
      ),
      ['do: Move pool a off os 1.0.0'],
    ],
    [
      'tells to finish an update in place',
      shoot('1.33.1', [worker('a', '1.0.0', { updateStrategy: 'AutoInPlaceUpdate' })], { pendingWorkerUpdates: ['a'] }),
      profile(
        [{ version: '1.33.1', expirationDate: soon }, { version: '1.34.0' }],
        [image('1.0.0', { inPlaceUpdates: { supported: true } })],
      ),
      ['do: Finish the update in place of pool a'],
    ],
    [
      'tells to update a pool that falls too far behind',
      shoot('1.33.1', [worker('a', '1.0.0', { kubernetesVersion: '1.30.1' })]),
      profile(
        [{ version: '1.33.1', expirationDate: soon }, { version: '1.34.0' }, { version: '1.30.1' }],
        [image('1.0.0')],
      ),
      ['do: Update pool a by hand'],
    ],
  ])('%s', (_, subject, offer, expected) => {
    expect(titles(subject, offer)).toEqual(expected)
  })

  it('names the settings that do not go with the version', () => {
    const offer = profile([{ version: '1.32.1', expirationDate: soon }, { version: '1.33.1' }], [])
    const settings = { podEvictionTimeout: '2m0s', kubeMaxPDVols: '30' }
    const [first] = adviceFor(prospect(shoot('1.32.1', [], { versionBound: settings }), offer))
    expect(first?.text).toMatch(
      / 1\.33\.1 does not go with spec\.kubernetes\.kubeControllerManager\.podEvictionTimeout: a maintenance takes care of that by itself, in a change of your own you have to\.$/,
    )
  })

  it('guards a patch of pools by their names', () => {
    const offer = profile([{ version: '1.33.1' }], [image('1.0.0', { expirationDate: soon }), image('1.1.0')])
    const [first] = adviceFor(prospect(shoot('1.33.1', [worker('a', '1.0.0')]), offer))
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
    constraintsOf(prospect(shoot('1.33.1', workers, rest), offer)).map(({ severity, text }) => `${severity}: ${text}`)

  it.each<[string, Partial<Shoot>, RegExp[]]>([
    ['nothing', {}, []],
    ['hibernation does not hold maintenance back', { hibernated: true }, [/^info: It is hibernated\./]],
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
      [/^warning: On 1 Dec 2026, with Kubernetes 1\.34\.0: \.spec\.secretBindingName was migrated/],
    ],
  ])('%s', (_, rest, expected) => {
    const found = texts(rest)
    expect(found).toEqual(expected.map((pattern) => expect.stringMatching(pattern)))
  })

  it('a pool that is being updated in place, the worst first', () => {
    const pool = worker('a', '1.0.0', { updateStrategy: 'AutoInPlaceUpdate' })
    expect(texts({ pendingWorkerUpdates: ['a'] }, [pool])).toEqual([
      expect.stringMatching(/^bad: From 1 Dec 2026 on the API server refuses the whole maintenance/),
      expect.stringMatching(/^warning: Pool a has not finished its update in place\./),
    ])
  })
})

import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { forecast } from '@/lib/engine/course/forecast'
import { memoized } from '@/lib/engine/testdata/memoized'
import { runs } from '@/lib/engine/testdata/runs'
import { parseInstant } from '@/lib/engine/time'
import { fieldProblemText } from '@/lib/words/faults'
import { parentOf, parseCloudProfile, parseNamespacedCloudProfile, parseProject, parseShoot } from './parse'

const profile = {
  metadata: { name: 'aws' },
  spec: {
    kubernetes: {
      versions: [{ version: '1.33.1', expirationDate: '2026-08-01T00:00:00Z' }, { version: '1.34.1' }],
    },
    machineImages: [{ name: 'linux', versions: [{ version: '1.0.0' }] }],
    machineTypes: [{ name: 'small' }],
  },
}

const parent = read(parseCloudProfile(profile)).profile

const own = {
  metadata: { namespace: 'garden-dev', name: 'own' },
  spec: {
    parent: { kind: 'CloudProfile', name: 'aws' },
    kubernetes: { versions: [{ version: '1.33.1', expirationDate: '2026-12-01T00:00:00Z' }] },
  },
}

/** As the controller writes it. */
const merged = {
  cloudProfileSpec: {
    ...profile.spec,
    kubernetes: {
      versions: [{ version: '1.33.1', expirationDate: '2026-12-01T00:00:00Z' }, { version: '1.34.1' }],
    },
  },
}

describe('a NamespacedCloudProfile', () => {
  it('is the same with the status that the controller fills in as without it', () => {
    const without = read(parseNamespacedCloudProfile(own, parent)).profile
    const filled = read(parseNamespacedCloudProfile({ ...own, status: merged }, parent)).profile
    expect(filled).toEqual(without)
  })

  it('with a status needs no parent, without one it does', () => {
    expect(parseNamespacedCloudProfile({ ...own, status: merged }, null).kind).toBe('ok')
    expect(parseNamespacedCloudProfile({ ...own, status: { cloudProfileSpec: {} } }, null)).toMatchObject({
      kind: 'problem',
      problems: [{ path: 'spec.parent', fault: { code: 'parent-unknown', parent: 'aws' } }],
    })
  })

  it.each([
    ['without status', {}],
    ['with status', { status: merged }],
  ])('%s is what its shoots are forecast with', (_, status) => {
    const { profile: offered } = read(parseNamespacedCloudProfile({ ...own, ...status }, parent))
    const shoot = read(
      parseShoot({
        metadata: { namespace: 'garden-dev', name: 'shoot' },
        spec: {
          cloudProfile: { kind: 'NamespacedCloudProfile', name: 'own' },
          kubernetes: { version: '1.33.1' },
          maintenance: { timeWindow: { begin: '220000+0000', end: '230000+0000' } },
        },
      }),
    )
    const { steps } = forecast(shoot, memoized(offered), {
      from: at('2026-06-01T00:00:00Z'),
      to: at('2027-06-01T00:00:00Z'),
    })
    expect(steps.map(({ window, versions }) => [window.begin, versions.kubernetesVersion])).toEqual([
      [at('2026-12-01T22:00:00Z'), '1.34.1'],
    ])
  })
})

/** JSON of any shape, but often with the names that objects have, so that reading goes deep. */
const names = fc.constantFrom(
  ...[
    'metadata',
    'spec',
    'status',
    'name',
    'namespace',
    'annotations',
    'kubernetes',
    'versions',
    'version',
    'lifecycle',
  ],
  ...['classification', 'startTime', 'expirationDate', 'machineImages', 'machineTypes', 'machineCapabilities', 'cri'],
  ...[
    'provider',
    'workers',
    'machine',
    'image',
    'type',
    'maintenance',
    'timeWindow',
    'begin',
    'autoRotation',
    'parent',
  ],
  ...[
    'cloudProfile',
    'cloudProfileSpec',
    'kubelet',
    'featureGates',
    'capabilityFlavors',
    'inPlaceUpdates',
    'credentials',
  ],
  ...[
    'zones',
    'maxSurge',
    'controlPlane',
    'dns',
    'providers',
    'addons',
    'lastOperation',
    'lastErrors',
    'conditions',
    'lastMaintenance',
    '__proto__',
  ],
)
const leaf = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1e300,
    '',
    '1.33.1',
    'v1',
    '1.33',
    '99999999999999999999',
    'expired',
    'Failed',
  ),
  fc.constantFrom(
    '2026-02-30T00:00:00Z',
    '2026-06-01T00:00:00Z',
    '220000+0100',
    '10%',
    'preview',
    '1h30m',
    'constructor',
  ),
  fc.jsonValue(),
)
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 7, depthSize: 'large' },
    leaf,
    fc.dictionary(names, tie('json'), { maxKeys: 6 }),
    fc.array(tie('json'), { maxLength: 3 }),
  ),
}))

/** A whole object in which anything has been replaced by something else. */
const broken = (whole: unknown): fc.Arbitrary<unknown> =>
  fc
    .tuple(fc.array(fc.nat(60), { minLength: 1, maxLength: 4 }), json)
    .map(([path, value]) => replaced(whole, path, value))

const shoot = {
  metadata: { namespace: 'garden-dev', name: 'shoot', annotations: { 'gardener.cloud/operation': 'maintain' } },
  spec: {
    cloudProfile: { name: 'aws' },
    kubernetes: { version: '1.33.1', kubelet: { featureGates: { A: true } } },
    maintenance: { timeWindow: { begin: '220000+0100', end: '230000+0100' }, autoUpdate: { kubernetesVersion: true } },
    provider: {
      workers: [{ name: 'a', machine: { type: 'm', image: { name: 'linux', version: '1.0.0' } }, maximum: 3 }],
    },
  },
  status: { lastMaintenance: { state: 'Failed', description: '' }, lastOperation: { type: 'Create', state: 'Error' } },
}

describe('the last operation of a shoot', () => {
  it.each([
    ['has its progress while it is reconciled', { type: 'Reconcile', state: 'Processing', progress: 24 }, 24],
    ['which is whole percent', { type: 'Reconcile', state: 'Processing', progress: 1e300 }, 100],
    ['has none when that is over', { type: 'Reconcile', state: 'Succeeded', progress: 100 }, undefined],
    ['nor where it is another', { type: 'Delete', state: 'Processing', progress: 62 }, undefined],
  ])('%s', (_, lastOperation, progress) => {
    const parsed = parseShoot({ ...shoot, status: { lastOperation } })
    expect(parsed.kind === 'ok' && parsed.value.lastOperation?.progress).toBe(progress)
  })
})

describe('how a shoot is doing', () => {
  const read = (status: object) => {
    const parsed = parseShoot({ ...shoot, status })
    return parsed.kind === 'ok' ? parsed.value : undefined
  }

  it('is told by the conditions that are not as they should be', () => {
    const conditions = [
      { type: 'APIServerAvailable', status: 'True' },
      { type: 'EveryNodeReady', status: 'False', reason: 'NodeUnhealthy', message: 'A node is not ready.' },
      { type: 'SystemComponentsHealthy', status: 'Progressing' },
    ]
    expect(read({ conditions })?.conditions).toEqual([
      { type: 'EveryNodeReady', status: 'False' },
      { type: 'SystemComponentsHealthy', status: 'Progressing' },
    ])
    expect(read({ conditions: conditions.slice(0, 1) })).not.toHaveProperty('conditions')
  })

  it('is told by the constraints that are not met, as gardenlet reports them', () => {
    const entry = {
      type: 'MaintenancePreconditionsSatisfied',
      status: 'False',
      reason: 'ProblematicWebhooks',
      message: 'A webhook might prevent nodes from joining.',
      lastTransitionTime: '2026-11-20T00:00:00Z',
      lastUpdateTime: '2026-11-25T00:00:00Z',
    }
    const { lastTransitionTime: _, lastUpdateTime: __, ...said } = entry
    const inPlace = { ...said, type: 'ManualInPlaceWorkersUpdated', status: 'True' }
    const { type: ___, ...waiting } = inPlace
    const met = { ...entry, type: 'HibernationPossible', status: 'True' }
    expect(read({ constraints: [met, inPlace, entry] })).toMatchObject({
      manualInPlaceWorkersUpdated: waiting,
      reportedConstraints: [{ ...said, since: Date.parse('2026-11-20T00:00:00Z') }],
    })
    expect(read({ constraints: [met] })).not.toHaveProperty('reportedConstraints')
    expect(read({ constraints: [{ ...said, status: 'Progressing' }] })?.reportedConstraints).toHaveLength(1)
  })

  it.each([
    [{ gardener: { version: 'v1.150.0' } }, 'v1.150.0'],
    [{ gardener: {} }, undefined],
    [{}, undefined],
    [{ gardener: { version: 7 } }, undefined],
  ])('knows which Gardener works on it from %j', (status, expected) => {
    expect(read(status)?.gardenerVersion).toBe(expected)
  })

  it('has a problem where there are more constraints than anybody has', () => {
    const constraints = Array.from({ length: 30 }, (_, i) => ({ type: `C${i}`, status: 'False' }))
    const parsed = parseShoot({ ...shoot, status: { constraints } })
    expect(parsed.problems).toContainEqual({
      path: 'status.constraints',
      fault: { code: 'too-many-entries', count: 30, most: 20 },
    })
    expect(parsed.kind === 'ok' && parsed.value.reportedConstraints).toHaveLength(20)
  })

  it.each([
    ['a generation that was taken up', 4, 4, undefined],
    ['one that was not yet', 4, 3, true],
    ['one of which nothing is told', 4, undefined, undefined],
  ])('awaits the reconciliation of %s', (_, generation, observedGeneration, expected) => {
    const metadata = { ...shoot.metadata, generation }
    const parsed = parseShoot({ ...shoot, metadata, status: { ...(observedGeneration && { observedGeneration }) } })
    expect(parsed.kind === 'ok' && parsed.value.awaitsReconciliation).toBe(expected)
  })

  it('and by its last errors', () => {
    const description = 'task "Deploying" failed'
    const lastErrors = [
      { description, codes: ['ERR_CONFIGURATION_PROBLEM'], taskID: 'a', lastUpdateTime: '2026-11-01T00:00:00Z' },
      { description },
    ]
    expect(read({ lastErrors })?.lastErrors).toEqual([
      { description, codes: ['ERR_CONFIGURATION_PROBLEM'] },
      { description, codes: [] },
    ])
    expect(read({})).not.toHaveProperty('lastErrors')
  })
})

test.each([
  ['1.34.1', { credentialsRef: { apiVersion: 'v1', kind: 'Secret', name: 'dns' } }, ['dns']],
  ['1.34.1', { credentialsRef: { apiVersion: 'v1', kind: 'Secret', name: 'dns' }, secretName: 'own' }, ['own']],
  ['1.35.0', { credentialsRef: { apiVersion: 'v1', kind: 'Secret', name: 'dns' } }, undefined],
  [
    '1.34.1',
    { credentialsRef: { apiVersion: 'security.gardener.cloud/v1alpha1', kind: 'WorkloadIdentity', name: 'dns' } },
    undefined,
  ],
])(
  'with Kubernetes %s a DNS provider of %o has the secret that the API server writes: %o',
  (version, provider, names) => {
    const parsed = parseShoot({
      metadata: { name: 'a', namespace: 'garden-a' },
      spec: {
        cloudProfile: { kind: 'CloudProfile', name: 'aws' },
        kubernetes: { version },
        dns: { providers: [{ type: 'x', ...provider }] },
      },
    })
    expect(parsed.kind === 'ok' && parsed.value.versionBound?.dnsProviderSecretNames).toEqual(names)
  },
)

describe('every write of a shoot differs', () => {
  const failed = { lastOperation: { type: 'Reconcile', state: 'Failed' } }
  const read = (version: string, spec: object, kubelet?: object, status: object = failed) => {
    const machine = { type: 'm', image: { name: 'linux', version: '1.0.0' } }
    const parsed = parseShoot({
      metadata: { namespace: 'garden-dev', name: 'shoot' },
      spec: {
        cloudProfile: { kind: 'CloudProfile', name: 'aws' },
        kubernetes: { version },
        provider: { workers: [{ name: 'a', machine, ...(kubelet && { kubernetes: { kubelet } }) }] },
        ...spec,
      },
      status,
    })
    return parsed.kind === 'ok' && parsed.value.alwaysDiffers === true
  }
  const named = { cloudProfileName: 'aws' }
  test.each([
    ['if the old name of the profile is missing below 1.33', read('1.32.0', {}), true],
    ['not if it is there', read('1.32.0', named), false],
    ['if it is still there from 1.34 on', read('1.34.0', named), true],
    ['not without it', read('1.34.0', {}), false],
    [
      'not if a pool has kubelet settings without feature gates: of an empty list of them nothing is sent',
      read('1.34.0', {}, { maxPods: 50 }),
      false,
    ],
    [
      'and nobody asks after an operation that did not fail',
      read('1.32.0', {}, undefined, { lastOperation: { type: 'Create', state: 'Succeeded' } }),
      false,
    ],
  ])('%s', (_, found, expected) => expect(found).toBe(expected))
})

describe('a project', () => {
  const project = (spec: object) =>
    parseProject({ metadata: { name: 'core' }, spec: { namespace: 'garden-core', ...spec } })

  it('has an owner and members, with every role that it gives them', () => {
    const owner = { apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'lead@example.com' }
    const parsed = project({
      description: 'The core',
      purpose: 'Everything',
      owner,
      members: [
        { ...owner, role: 'admin', roles: ['owner', 'admin'] },
        { kind: 'Group', name: 'oncall', roles: ['viewer', 'extension:dns'] },
        { kind: 'ServiceAccount', name: 'ci', namespace: 'garden-core', role: 'admin' },
      ],
    })
    expect(parsed).toEqual({
      kind: 'ok',
      problems: [],
      value: {
        name: 'core',
        namespace: 'garden-core',
        description: 'The core',
        purpose: 'Everything',
        owner: { kind: 'User', name: 'lead@example.com' },
        members: [
          { kind: 'User', name: 'lead@example.com', roles: ['admin', 'owner'] },
          { kind: 'Group', name: 'oncall', roles: ['viewer', 'extension:dns'] },
          { kind: 'ServiceAccount', name: 'ci', namespace: 'garden-core', roles: ['admin'] },
        ],
      },
    })
  })

  it('need name nobody', () => {
    expect(project({})).toEqual({
      kind: 'ok',
      problems: [],
      value: { name: 'core', namespace: 'garden-core', members: [] },
    })
  })

  it.each<[string, object, string, string]>([
    ['an owner that is no object', { owner: 'me' }, 'spec.owner', 'must be an object'],
    ['an owner without a name', { owner: { kind: 'User' } }, 'spec.owner.name', 'is missing'],
    ['members that are no list', { members: {} }, 'spec.members', 'must be a list'],
    ['a member that is no object', { members: ['me'] }, 'spec.members[0]', 'must be an object'],
    ['a member without a kind', { members: [{ name: 'me' }] }, 'spec.members[0].kind', 'is missing'],
    [
      'a member of an unknown kind',
      { members: [{ kind: 'Robot', name: 'me' }] },
      'spec.members[0].kind',
      '"Robot" is none of User, Group, ServiceAccount',
    ],
    [
      'roles that are no texts',
      { members: [{ kind: 'User', name: 'me', roles: [1] }] },
      'spec.members[0].roles[0]',
      'must be text',
    ],
  ])('says what is wrong with %s, and keeps its clusters', (_, spec, path, reason) => {
    const parsed = project(spec)
    expect(parsed.kind).toBe('ok')
    expect(parsed.problems.map(fieldProblemText)).toContain(`${path}: ${reason}`)
  })
})

test('no JSON at all makes a reader throw, and what it takes has a shape', () => {
  const anything = fc.oneof(json, fc.anything(), broken(profile), broken(own), broken(shoot))
  fc.assert(
    fc.property(anything, (raw) => {
      parentOf(raw)
      const all = [
        parseCloudProfile(raw),
        parseNamespacedCloudProfile(raw, parent),
        parseNamespacedCloudProfile(raw, null),
        parseShoot(raw),
        parseProject(raw),
      ]
      for (const { kind, problems } of all) if (kind === 'problem') expect(problems.length).toBeGreaterThan(0)
    }),
    { numRuns: runs(2000) },
  )
})

test('nor what is read a forecast, however odd it is', () => {
  fc.assert(
    fc.property(broken(profile), broken(shoot), (rawProfile, rawShoot) => {
      const [offered, subject] = [parseCloudProfile(rawProfile), parseShoot(rawShoot)]
      if (offered.kind === 'problem' || subject.kind === 'problem') return
      forecast(subject.value, memoized(offered.value.profile), {
        from: at('2026-06-01T00:00:00Z'),
        to: at('2026-07-01T00:00:00Z'),
      })
    }),
    { numRuns: runs(500) },
  )
})

test('reading changes nothing', () => {
  const before = JSON.stringify([profile, own, shoot])
  parseCloudProfile(profile)
  parseNamespacedCloudProfile(own, parent)
  parseShoot(shoot)
  expect(JSON.stringify([profile, own, shoot])).toBe(before)
})

function replaced(whole: unknown, [step = 0, ...rest]: readonly number[], value: unknown): unknown {
  if (typeof whole !== 'object' || whole === null) return value
  const keys = Object.keys(whole)
  const key = keys[step % Math.max(1, keys.length)]
  if (key === undefined) return value
  const inner: unknown = Reflect.get(whole, key)
  const changed = rest.length === 0 ? value : replaced(inner, rest, value)
  if (Array.isArray(whole)) return whole.map((item, i) => (String(i) === key ? changed : item))
  return { ...whole, [key]: changed }
}

function read<T>(parsed: { kind: 'ok'; value: T } | { kind: 'problem'; problems: readonly unknown[] }): T {
  if (parsed.kind === 'problem') throw new Error(JSON.stringify(parsed.problems))
  return parsed.value
}

function at(text: string): number {
  const instant = parseInstant(text)
  if (instant === null) throw new Error(`${text} is no time`)
  return instant
}

import { describe, expect, test } from 'vitest'
import { DAY, HOUR } from '@/lib/engine/time'
import { policyProblemBody } from '@/lib/words/policy'
import { pathText, readPolicy } from './read'

const TOP = {
  apiVersion: 'controllermanager.config.gardener.cloud/v1alpha1',
  kind: 'ControllerManagerConfiguration',
}
const MANAGEMENT = { expirationDuration: '2880h' }

function config(cloudProfile: unknown) {
  return { ...TOP, controllers: { cloudProfile } }
}

/** `path: reason` of every problem. */
function problems(raw: unknown): string[] {
  const reading = readPolicy(raw)
  return reading.kind === 'ok'
    ? []
    : reading.problems.map(
        ({ path, fault }) => `${pathText(path)}: ${policyProblemBody({ path: '', line: null, fault }).reason}`,
      )
}

describe('the configurations of the seed', () => {
  test('Version Management for Kubernetes and machine images', () => {
    const raw = config({
      concurrentSyncs: 5,
      kubernetesVersionManagement: MANAGEMENT,
      machineImageVersionManagement: MANAGEMENT,
    })
    const management = { expirationDuration: 120 * DAY }
    expect(readPolicy(raw)).toEqual({ kind: 'ok', policy: { kubernetes: management, machineImages: management } })
  })

  test('Version Maintenance for Kubernetes, but not for machine images', () => {
    const raw = config({
      concurrentSyncs: 5,
      kubernetesVersionManagement: {
        expirationDuration: '2880h',
        versionMaintenance: { maintainedKubernetesVersions: 3, expirationDurationUnmaintainedVersion: '720h' },
      },
      machineImageVersionManagement: MANAGEMENT,
    })
    expect(readPolicy(raw)).toEqual({
      kind: 'ok',
      policy: {
        kubernetes: {
          expirationDuration: 2880 * HOUR,
          versionMaintenance: { maintainedVersions: 3, expirationDurationUnmaintainedVersion: 30 * DAY },
        },
        machineImages: { expirationDuration: 2880 * HOUR },
      },
    })
  })
})

describe('defaults', () => {
  test.each([
    ['an absent block leaves its versions alone', {}, null],
    ['a block without a value leaves its versions alone', { kubernetesVersionManagement: null }, null],
    ['an empty block gives 120 days', { kubernetesVersionManagement: {} }, { expirationDuration: 120 * DAY }],
    [
      'an explicit 0s is kept',
      { kubernetesVersionManagement: { expirationDuration: '0s' } },
      { expirationDuration: 0 },
    ],
    [
      'the duration of unmaintained versions stays open, for the common one to count',
      { kubernetesVersionManagement: { versionMaintenance: { maintainedKubernetesVersions: 1 } } },
      { expirationDuration: 120 * DAY, versionMaintenance: { maintainedVersions: 1 } },
    ],
  ])('%s', (_, cloudProfile, kubernetes) => {
    expect(readPolicy(config(cloudProfile))).toEqual({ kind: 'ok', policy: { kubernetes, machineImages: null } })
  })

  test('apiVersion and kind may be left out', () => {
    expect(problems({ controllers: {} })).toEqual([])
  })
})

const AT = 'controllers.cloudProfile.kubernetesVersionManagement'

describe('a problem names its field and says what it must be', () => {
  test.each([
    ['2880', `must be a duration like 2880h or 720h30m, not "2880"; its unit is missing, e.g. 2880h`],
    [2880, 'must be a duration like 2880h or 720h30m, not 2880; its unit is missing, e.g. 2880h'],
    ['120d', 'must be a duration like 2880h or 720h30m, not "120d"; h is the longest unit: 2880h'],
    ['4 weeks', 'must be a duration like 2880h or 720h30m, not "4 weeks"; h is the longest unit: 672h'],
    ['soon', 'must be a duration like 2880h or 720h30m, not "soon"'],
    ['', 'must be a duration like 2880h or 720h30m, not ""'],
    ['-1h', 'must not be negative, it is "-1h"'],
    ['2562048h', 'must not be longer than 2562047h, it is "2562048h"'],
    [{ hours: 5 }, 'must be a duration like 2880h or 720h30m, not {"hours":5}'],
  ])('the duration %j', (expirationDuration, reason) => {
    expect(problems(config({ kubernetesVersionManagement: { expirationDuration } }))).toEqual([
      `${AT}.expirationDuration: ${reason}`,
    ])
  })

  test.each([['1h30m'], ['90s'], ['1.5h'], ['0'], ['100ms'], ['2562047h']])(
    '%s is a duration',
    (expirationDuration) => {
      expect(problems(config({ kubernetesVersionManagement: { expirationDuration } }))).toEqual([])
    },
  )

  test.each([
    [0, 'must be a whole number, at least 1, not 0'],
    [-1, 'must be a whole number, at least 1, not -1'],
    [2.5, 'must be a whole number, at least 1, not 2.5'],
    ['3', 'must be a whole number, at least 1, not "3"'],
    [undefined, 'is missing: how many minors are maintained'],
  ])('%j maintained minors', (maintainedKubernetesVersions, reason) => {
    const versionMaintenance = maintainedKubernetesVersions === undefined ? {} : { maintainedKubernetesVersions }
    expect(problems(config({ kubernetesVersionManagement: { versionMaintenance } }))).toEqual([
      `${AT}.versionMaintenance.maintainedKubernetesVersions: ${reason}`,
    ])
  })

  test.each<[string, unknown, string]>([
    ['nothing', null, ': is empty; it must be a ControllerManagerConfiguration'],
    ['a text', 'hello', ': must be a mapping with apiVersion, kind or controllers'],
    ['a list', [], ': must be a mapping with apiVersion, kind or controllers'],
    ['another kind', { kind: 'Shoot' }, 'kind: must be ControllerManagerConfiguration, not "Shoot"'],
    [
      'another version',
      { apiVersion: 'v1' },
      'apiVersion: must be controllermanager.config.gardener.cloud/v1alpha1, not "v1"',
    ],
    [
      'a field of the rest of the configuration',
      { ...TOP, leaderElection: {} },
      'leaderElection: is not a field of the policy; known here are apiVersion, kind and controllers',
    ],
    [
      'another controller',
      { ...TOP, controllers: { 'shoot.care': {} } },
      'controllers."shoot.care": is not a field of the policy; known here are cloudProfile',
    ],
    [
      'a field misspelled',
      config({ kubernetesVersionManagment: MANAGEMENT }),
      'controllers.cloudProfile.kubernetesVersionManagment: is not a field of the policy; known here are concurrentSyncs, kubernetesVersionManagement and machineImageVersionManagement',
    ],
    [
      'the name that a later design had',
      config({
        kubernetesVersionManagement: {
          versionMaintenance: { maintainedKubernetesVersions: 3, maintainedVersions: 3 },
        },
      }),
      `${AT}.versionMaintenance.maintainedVersions: is not a field of the policy; known here are maintainedKubernetesVersions and expirationDurationUnmaintainedVersion`,
    ],
    [
      'no workers',
      config({ concurrentSyncs: 0 }),
      'controllers.cloudProfile.concurrentSyncs: must be a whole number, at least 1, not 0',
    ],
    [
      'a block that is switched on by a word',
      config({ kubernetesVersionManagement: true }),
      `${AT}: must be a mapping with expirationDuration or versionMaintenance`,
    ],
  ])('%s', (_, raw, expected) => {
    expect(problems(raw)).toEqual([expected])
  })

  test('all problems are told, not only the first', () => {
    const raw = config({
      kubernetesVersionManagement: { expirationDuration: 'x' },
      machineImageVersionManagement: { expirationDuration: 'y', extra: 1 },
    })
    expect(problems(raw)).toHaveLength(3)
  })

  test('fields that every object has are unknown like others', () => {
    expect(problems(JSON.parse('{"__proto__": {"kind": "x"}, "constructor": 1}'))).toHaveLength(2)
  })
})

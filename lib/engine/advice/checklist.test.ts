import { describe, expect, test } from 'vitest'
import { forecast } from '@/lib/engine/course/forecast'
import { imageVersion as image, shoot as plainShoot, worker } from '@/lib/engine/testdata/builders'
import { memoized } from '@/lib/engine/testdata/memoized'
import { DAY, HOUR, MINUTE } from '@/lib/engine/time'
import type { CloudProfile, ExpirableVersion, Shoot, Stage } from '@/lib/engine/types'
import { adviceFor } from './advice'
import { autoUpdatesOf, deadlineOf } from './checklist'

const at = Date.UTC(2026, 10, 21, 18)
/** Begin of the window of that evening, 22:00 +01:00, in some days. */
const window = (days: number) => at + 3 * 3_600_000 + days * DAY
const expires = (days: number) => ({ expirationDate: at + days * DAY })
/** Stages, each from some day on. */
const stages = (...from: readonly [Stage, number][]): Pick<ExpirableVersion, 'lifecycle'> => ({
  lifecycle: from.map(([classification, days]) => ({ classification, startTime: at + days * DAY })),
})

/** `next`: an image that takes no kubelet of the control plane; in a week, unless said otherwise. */
const profile = (kubernetes: ExpirableVersion[], next = stages(['preview', -1], ['supported', 7])): CloudProfile => ({
  kubernetes,
  machineImages: [
    {
      name: 'os',
      updateStrategy: 'minor',
      versions: [image('1.0.0', expires(30)), image('1.1.0', { kubeletVersionConstraint: '< 1.34', ...next })],
    },
  ],
  machineTypes: [{ name: 'm' }],
})

const pool = worker('a os 1.0.0 1.32.0', { machineType: 'm', zones: [] })

const shoot = (kubernetesVersion: string, auto: boolean, rest: Partial<Shoot> = {}) =>
  plainShoot(kubernetesVersion, [], {
    autoUpdate: { kubernetesVersion: auto, machineImageVersion: false },
    window: { begin: '220000+0100', end: '230000+0100' },
    ...rest,
  })

const prospect = (subject: Shoot, offer: CloudProfile) => ({
  shoot: subject,
  profile: memoized(offer),
  at,
  until: at + 365 * DAY,
  steps: forecast(subject, memoized(offer), { from: at, to: at + 365 * DAY }).steps,
})

const listOf = (subject: Shoot, offer: CloudProfile) => {
  const known = prospect(subject, offer)
  const advice = adviceFor(known)
  return [...advice, ...autoUpdatesOf(known, advice)].map((one) => ({ code: one.code, before: deadlineOf(one) }))
}

describe('what automatic updates leave to decide, and what they do', () => {
  const patches = [{ version: '1.33.1', ...expires(30) }, { version: '1.33.2' }]

  test('the next one can be left out before its window, and the expiry forces it then', () => {
    const known = prospect(shoot('1.33.1', true), profile(patches))
    expect(autoUpdatesOf(known, [])).toEqual([
      {
        code: 'leave-out',
        flag: 'kubernetesVersion',
        moves: [{ pool: null, image: null, to: '1.33.2' }],
        begins: window(0),
        otherwise: window(30),
        patch: '{"spec":{"maintenance":{"autoUpdate":{"kubernetesVersion":false}}}}',
        patchType: 'merge',
        edits: [{ field: 'spec.maintenance.autoUpdate.kubernetesVersion', value: false }],
      },
      {
        code: 'auto-kept',
        flag: 'kubernetesVersion',
        begins: window(30),
        fails: false,
        patch: null,
        patchType: null,
        edits: [],
      },
    ])
  })

  test.each([
    ['something is forced on a night that fails either way', [{ version: '1.34.1', ...expires(40) }], 40, false],
    ['it fails for longer', [{ version: '1.34.1' }], 50, true],
  ])('without the one that is kept, %s', (_, kubernetes, days, fails) => {
    const offer = profile([...kubernetes, { version: '1.34.2' }])
    const [images] = offer.machineImages
    const fitting = image('1.2.0', {
      kubeletVersionConstraint: '>= 1.34.2',
      ...stages(['preview', -1], ['supported', 50]),
    })
    const offered = { ...offer, machineImages: [{ ...images, versions: [...(images?.versions ?? []), fitting] }] }
    const { kubernetesVersion: __, ...following } = pool
    const known = prospect(shoot('1.34.1', true, { workers: [following] }), offered as CloudProfile)
    expect(autoUpdatesOf(known, [])).toContainEqual(
      expect.objectContaining({ code: 'auto-kept', begins: window(days), fails }),
    )
  })

  test.each([
    ['one that is off leaves nothing', shoot('1.33.1', false), patches],
    ['one that does nothing leaves nothing', shoot('1.33.2', true), patches],
    ['a cluster that is deleted', shoot('1.33.1', true, { deletionTimestamp: at }), patches],
  ])('%s', (_, subject, kubernetes) => {
    expect(autoUpdatesOf(prospect(subject, profile(kubernetes)), [])).toEqual([])
  })

  test('one that is refused at first is not offered: without it maintenance gets through, and more may be forced', () => {
    const auto = { kubernetesVersion: false, machineImageVersion: true }
    const offer = profile([{ version: '1.33.1' }, { version: '1.32.0' }], stages(['supported', 7]))
    const known = prospect(shoot('1.33.1', false, { autoUpdate: auto, workers: [pool] }), offer)
    expect(known.steps[0]).toMatchObject({ denied: true })
    expect(autoUpdatesOf(known, []).map(({ code }) => code)).not.toContain('leave-out')
  })

  test('one whose window is open is not offered any more', () => {
    const known = { ...prospect(shoot('1.33.1', true), profile(patches)), at: window(0) + 60_000 }
    expect(autoUpdatesOf(known, []).map(({ code }) => code)).toEqual(['auto-kept'])
  })
})

test.each([
  [
    'a minor that is forced',
    shoot('1.32.9', false),
    [{ version: '1.32.9', ...expires(20) }, { version: '1.33.1' }],
    { code: 'update-kubernetes', before: window(20) },
  ],
  [
    'one that waits for the window',
    shoot('1.32.9', false, { confineSpecUpdateRollout: true }),
    [{ version: '1.32.9', ...expires(20) }, { version: '1.33.1' }],
    { code: 'update-kubernetes', before: window(20) },
  ],
  [
    'more time is asked for before it is forced',
    shoot('1.32.9', false),
    [{ version: '1.32.9', ...expires(20) }, { version: '1.33.1' }],
    { code: 'own-dates', before: window(20) },
  ],
  [
    'auto-update has to be on in the window before the forced one, which it is as soon as it is stored',
    shoot('1.33.1', false, { confineSpecUpdateRollout: true }),
    [{ version: '1.33.1', ...expires(20) }, { version: '1.33.2' }],
    { code: 'auto-kubernetes', before: window(19) },
  ],
  [
    'auto-update in a window that is the last in time and open, until its maintenance begins',
    shoot('1.33.1', false, { window: { begin: '190000+0100', end: '200000+0100' } }),
    [{ version: '1.33.1', ...expires(1) }, { version: '1.33.2' }],
    { code: 'auto-kubernetes', before: at + 45 * MINUTE },
  ],
  [
    'auto-update has to be on while the patch that it takes is out of preview',
    shoot('1.33.1', false),
    [
      { version: '1.33.1', ...expires(20) },
      {
        version: '1.33.2',
        ...stages(['supported', -1], ['preview', 7]),
      },
      { version: '1.34.1' },
    ],
    { code: 'auto-kubernetes', before: window(6) },
  ],
  [
    'auto-update has to be on early enough for as many updates as it takes',
    shoot('1.33.1', false),
    [
      { version: '1.33.1', ...expires(20) },
      { version: '1.33.2', ...expires(19) },
      {
        version: '1.33.3',
        ...stages(['preview', -1], ['supported', 12], ['preview', 15]),
      },
      { version: '1.34.1' },
    ],
    { code: 'auto-kubernetes', before: window(14) },
  ],
  [
    'an update that is refused after one that comes by itself, before that',
    shoot('1.34.2', false, {
      autoUpdate: { kubernetesVersion: false, machineImageVersion: true },
      workers: [pool],
    }),
    [{ version: '1.32.0', ...expires(20) }, { version: '1.34.2' }],
    { code: 'update-pools', before: window(7) },
  ],
  [
    'stuck already',
    shoot('1.32.9', false),
    [{ version: '1.32.9', ...expires(-3) }, { version: '1.34.1' }],
    { code: 'kubernetes-of-operators', before: null },
  ],
  [
    'stuck later',
    shoot('1.32.9', false),
    [{ version: '1.32.9', ...expires(20) }, { version: '1.34.1' }],
    { code: 'kubernetes-of-operators', before: window(20) },
  ],
  [
    'what does not help has no date',
    shoot('1.32.9', false),
    [{ version: '1.32.9', ...expires(20) }, { version: '1.33.1' }],
    { code: 'other-window', before: null },
  ],
])('before when: %s', (_, subject, kubernetes, item) => {
  expect(listOf(subject, profile(kubernetes))).toContainEqual(item)
})

test('moving the window is tried: the one that ends as the version expires waits longest', () => {
  const offer = profile([{ version: '1.32.9', ...expires(20) }, { version: '1.33.1' }])
  const hint = adviceFor(prospect(shoot('1.32.9', false), offer)).find(({ code }) => code === 'other-window')
  // 18:00 to 19:00 +01:00, and 1.32.9 expires at 19:00.
  const begins = at + 21 * DAY - HOUR
  expect(hint).toMatchObject({ tried: { begins, later: begins - window(20) } })
})

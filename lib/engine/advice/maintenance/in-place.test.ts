import { describe, expect, it } from 'vitest'
import { image, imageVersion, instant, profile, shoot, worker } from '@/lib/engine/testdata/builders'
import { memoized } from '@/lib/engine/testdata/memoized'
import type { Shoot, Worker, WorkerUpdateStrategy } from '@/lib/engine/types'
import { forceText, gateText, inPlaceTargetText, pendingText, switchText } from '@/lib/words/in-place'
import { inPlaceOf, nodeCommands } from '.'

const at = instant('2026-11-21T18:00:00Z')
const from = (minVersionForUpdate?: string) => ({
  inPlaceUpdates: { supported: true, ...(minVersionForUpdate && { minVersionForUpdate }) },
})
const offered = memoized(
  profile(
    ['1.35.0', '1.34.7', '1.33.1 deprecated 2026-11-10'],
    image('linux', 'minor', [
      imageVersion('2.2.0', from('2.1.0')),
      imageVersion('2.1.0', from('2.0.0')),
      imageVersion('2.0.5'),
      imageVersion('2.0.4', { ...from('1.0.0'), kubeletVersionConstraint: '< 1.30' }),
      imageVersion('2.0.0', from('1.0.0')),
    ]),
  ),
)
const pool = (updateStrategy: WorkerUpdateStrategy, more: Partial<Worker> = {}) =>
  worker('db linux 2.0.0', { updateStrategy, ...more })
const of = (one: Worker, more: Partial<Shoot> = {}) =>
  inPlaceOf(shoot('1.34.7', [worker('web linux 2.0.0'), one], more), offered, at)
const db = (one: Worker, more: Partial<Shoot> = {}) => of(one, more).pools[1]

describe('what a pool may be switched to', () => {
  it.each<[WorkerUpdateStrategy, Partial<Shoot>, string[]]>([
    ['AutoRollingUpdate', {}, ['AutoInPlaceUpdate other-nodes', 'ManualInPlaceUpdate other-nodes']],
    ['AutoInPlaceUpdate', {}, ['AutoRollingUpdate other-nodes', 'ManualInPlaceUpdate yes']],
    ['ManualInPlaceUpdate', {}, ['AutoRollingUpdate other-nodes', 'AutoInPlaceUpdate yes']],
    [
      'ManualInPlaceUpdate',
      { pendingWorkerUpdates: ['db'] },
      ['AutoRollingUpdate other-nodes', 'AutoInPlaceUpdate pending'],
    ],
    [
      'ManualInPlaceUpdate',
      { pendingWorkerUpdates: ['db'], annotations: { 'gardener.cloud/operation': 'force-in-place-update' } },
      ['AutoRollingUpdate other-nodes', 'AutoInPlaceUpdate yes'],
    ],
  ])('%s: %#', (strategy, more, expected) => {
    const switches = db(pool(strategy), more)?.switches ?? []
    expect(switches.map(({ to, because }) => `${to} ${because ?? 'yes'}`)).toEqual(expected)
    for (const one of switches) expect(one.command === null).toBe(one.because !== null)
    expect(switches.map(switchText).every((text) => text.endsWith('.'))).toBe(true)
  })

  it('with a patch that checks the pool, and drops what the API server would refuse; as edits too', () => {
    const edits = (more: Partial<Shoot>) =>
      db(pool('AutoInPlaceUpdate', { maxSurge: '1' }), more)?.switches.map((one) => one.edits)
    expect(edits({})).toEqual([
      [],
      [
        { pool: 'db', field: 'updateStrategy', value: 'ManualInPlaceUpdate' },
        { pool: 'db', field: 'maxSurge', value: null },
      ],
    ])
    expect(edits({ deletionTimestamp: at })).toEqual([[], []])
    const commands = db(pool('AutoInPlaceUpdate', { maxSurge: '1' }))?.switches.flatMap(({ command }) => command ?? [])
    expect(commands).toEqual([
      `kubectl -n garden-dev patch shoot shoot --type json -p '[{"op":"test","path":"/spec/provider/workers/1/name","value":"db"},{"op":"replace","path":"/spec/provider/workers/1/updateStrategy","value":"ManualInPlaceUpdate"},{"op":"remove","path":"/spec/provider/workers/1/maxSurge"}]'`,
    ])
  })
})

it('images can be reached in place from their minimum on, and must fit the pool otherwise too', () => {
  expect(
    db(pool('AutoInPlaceUpdate'))?.targets.map((target) => `${target.version}: ${inPlaceTargetText(target)}`),
  ).toEqual([
    '2.0.4: Does not fit the pool: kubelet version.',
    '2.0.5: Not in place.',
    '2.1.0: Fits, from 2.0.0 on.',
    '2.2.0: In place from 2.1.0 on only.',
  ])
  expect(db(pool('AutoRollingUpdate'))?.targets).toEqual([])
})

describe('a pool that is pending', () => {
  const pending = { pendingWorkerUpdates: ['db'] }

  it('says whom it waits for, and what is blocked', () => {
    const manual = db(pool('ManualInPlaceUpdate'), pending)
    expect(manual && pendingText(manual)).toBe(
      'It waits until somebody selects its nodes. Until that is done the API server refuses every change of ' +
        'spec.provider.workers[db], spec.kubernetes.version and spec.kubernetes.kubelet, unless the pool has kubelet settings of its own.',
    )
    const auto = db(pool('AutoInPlaceUpdate', { kubernetesVersion: '1.34.7' }), pending)
    expect(auto && pendingText(auto)).toMatch(
      /^Gardener is updating .* of spec\.provider\.workers\[db\] and spec\.kubernetes\.kubelet/,
    )
    expect(db(pool('AutoInPlaceUpdate'))?.isPending).toBe(false)
    expect(of(pool('ManualInPlaceUpdate'), pending).operations).toContain('rotate-ca-start')
    expect(of(pool('ManualInPlaceUpdate')).operations).toEqual([])
  })

  it('has commands for its nodes', () => {
    expect(nodeCommands({ name: 'db' }).map(({ command }) => command)).toEqual([
      'kubectl get nodes -l worker.gardener.cloud/pool=db,node.machine.sapcloud.io/candidate-for-update',
      'kubectl label node NODE node.machine.sapcloud.io/selected-for-update=true',
      'kubectl get nodes -l worker.gardener.cloud/pool=db,node.machine.sapcloud.io/selected-for-update=true',
    ])
  })

  it('is forced by an annotation, over which a maintenance writes its own operation', () => {
    const expired = inPlaceOf(shoot('1.33.1', [pool('ManualInPlaceUpdate')], pending), offered, at)
    expect(expired.force.helpsMaintenance).toBe(false)
    expect(forceText(expired)).toContain('The next maintenance is refused with it all the same')
    expect(of(pool('ManualInPlaceUpdate'), pending).force).toEqual({
      command: 'kubectl -n garden-dev annotate shoot shoot gardener.cloud/operation=force-in-place-update',
      edits: [{ field: 'metadata.annotations[gardener.cloud/operation]', value: 'force-in-place-update' }],
      isSet: false,
      helpsMaintenance: null,
    })
    const annotations = { 'gardener.cloud/operation': 'force-in-place-update' }
    expect(of(pool('ManualInPlaceUpdate'), { ...pending, annotations }).force).toMatchObject({ isSet: true, edits: [] })
  })
})

it('the gate is known only from what it let pass', () => {
  expect(gateText(['db'])).toContain('That it accepted db shows that it was on then.')
  expect(gateText([])).toContain('which would show that it was on')
})

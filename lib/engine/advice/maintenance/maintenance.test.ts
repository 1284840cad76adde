import { describe, expect, it } from 'vitest'
import { auto, image, imageVersion, instant, profile, shoot, version, worker } from '@/lib/engine/testdata/builders'
import { memoized } from '@/lib/engine/testdata/memoized'
import { DAY, HOUR } from '@/lib/engine/time'
import type { Shoot } from '@/lib/engine/types'
import { checkWords, commandWords, taskWords } from '@/lib/words/maintenance'
import { commandsOf, conditionVerdict, nextMaintenance, taskState } from '.'

const at = instant('2026-11-21T18:00:00Z')
const offered = memoized(
  profile(
    [version('1.35.0 supported'), '1.34.7 supported', '1.34.6 deprecated', '1.33.1 deprecated 2026-11-10'],
    image('linux', 'minor', ['2.1.0 supported', '2.0.0 deprecated']),
  ),
)
const web = worker('web linux 2.0.0', { minimum: 2, maximum: 4 })
const of = (kubernetes: string, more: Partial<Shoot> = {}, workers = [web]) => shoot(kubernetes, workers, more)
const next = (one: Shoot, now = at) => nextMaintenance(one, offered, now)
/** `runs Pool web, image 2.0.0 → 2.1.0` */
const told = (one: Shoot) => {
  const { tasks, outcome } = next(one)
  return tasks.map((task) => {
    const { what, note } = taskWords(task)
    const change =
      task.kind === 'change' ? ` ${task.change.from} → ${task.change.kind === 'update' ? task.change.to : '?'}` : ''
    return `${taskState(task, outcome === 'refused')} ${what}${change}${note === '' ? '' : `: ${note}`}`
  })
}
const ALWAYS = ['Infrastructure and DNS: Infrastructure, DNSRecord', 'Restarts: controllers, CoreDNS']
const asked = (operation: string) => ({ annotations: { 'maintenance.gardener.cloud/operation': operation } })
const failed = { lastOperation: { type: 'Reconcile', state: 'Failed' } }
const verdicts = (one: Shoot) =>
  next(one).checks.map((check) => `${conditionVerdict(check)} ${checkWords(check, one).title}`)

describe('what runs', () => {
  it('is in Gardener’s order: images, control plane, rotations, pools, operations, and what gardenlet does', () => {
    const rotations = { observability: { rotationPeriod: 7 * DAY, lastCompletionTime: at - 8 * DAY } }
    const pools = [web, worker('old linux 2.1.0 1.33.1')]
    const one = of('1.34.6', { ...auto, ...asked('rotate-ssh-keypair'), autoRotation: rotations }, pools)
    expect(told({ ...one, confineSpecUpdateRollout: true })).toEqual([
      'runs Pool web, image 2.0.0 → 2.1.0',
      'runs Control plane 1.34.6 → 1.34.7',
      'runs Credentials, due: rotate-observability-credentials',
      'runs Pool old, Kubernetes 1.33.1 → 1.34.7',
      'runs Operation annotation: rotate-ssh-keypair',
      'runs Confined roll-out: confineSpecUpdateRollout',
      'runs Reconciliation: by gardenlet',
      `runs ${ALWAYS[0]}`,
      `unknown ${ALWAYS[1]}`,
    ])
    expect(next(one).outcome).toBe('changes')
  })

  it.each([
    ['nothing that is due', of('1.35.0'), 'nothing-due', ['runs Reconciliation: by gardenlet']],
    [
      'an operation after one that failed',
      of('1.35.0', { ...asked('rotate-credentials-start'), ...failed }),
      'nothing-due',
      ['waits Operation annotation: rotate-credentials-start', 'waits Reconciliation: by gardenlet'],
    ],
    [
      'a version after an operation that failed',
      of('1.33.1', failed),
      'changes',
      ['runs Control plane 1.33.1 → 1.34.7', 'runs Reconciliation: by gardenlet'],
    ],
    [
      'an operation that Gardener does not know',
      of('1.35.0', asked('nonsense')),
      'refused',
      ['refused Operation annotation: nonsense', 'refused Reconciliation: by gardenlet'],
    ],
    ['a cluster that is being deleted', of('1.33.1', { deletionTimestamp: at - DAY }), 'never', []],
  ])('%s', (_, one, outcome, tasks) => {
    expect(next(one).outcome).toBe(outcome)
    expect(told(one).filter((text) => !ALWAYS.some((last) => text.endsWith(last)))).toEqual(tasks)
  })

  it('is not known without a profile', () => {
    expect(nextMaintenance(of('1.33.1'), undefined, at)).toMatchObject({ outcome: 'unknown', tasks: [], step: null })
  })

  it('says which pools a new control plane touches: those without a version of their own', () => {
    const { tasks } = next(of('1.33.1', {}, [web, worker('own linux 2.1.0 1.33.1')]))
    const [first] = tasks
    expect(first).toMatchObject({ kind: 'change', restarts: true })
    expect(first?.kind === 'change' && first.effects.map(({ pool, effect }) => `${pool} ${effect}`)).toEqual([
      'web rolling',
    ])
  })
})

describe('the window', () => {
  it('is the open one until its last start, and the one of the next day after it', () => {
    const begins = (now: string) => new Date(next(of('1.33.1'), instant(now)).window.begin).toISOString()
    expect(begins('2026-11-21T22:45:00.999Z')).toBe('2026-11-21T22:00:00.000Z')
    expect(begins('2026-11-21T22:45:01Z')).toBe('2026-11-22T22:00:00.000Z')
  })

  it('is compared with the worst case of the slowest pool', () => {
    const { worstCase } = next(of('1.33.1', {}, [web, worker('big linux 2.1.0', { maximum: 10 })]))
    expect(worstCase?.window).toBe(HOUR)
    expect(worstCase?.pools.map(({ pool }) => pool)).toEqual(['web', 'big'])
    expect(worstCase?.milliseconds).toBe(worstCase?.pools[1]?.milliseconds)
    const manual = { updateStrategy: 'ManualInPlaceUpdate' } as const
    expect(next(of('1.33.1', {}, [worker('db linux 2.1.0', manual)])).worstCase?.milliseconds).toBeNull()
    expect(next(of('1.35.0')).worstCase).toBeNull()
  })
})

describe('whether it is skipped or refused', () => {
  const db = worker('db linux 2.1.0', { updateStrategy: 'ManualInPlaceUpdate' })
  const pending = (kubernetes: string, more: Partial<Shoot> = {}) =>
    of(kubernetes, { pendingWorkerUpdates: ['db'], ...more }, [db])

  it('a pool that is pending refuses all that it follows, and nothing else', () => {
    expect(next(pending('1.33.1')).outcome).toBe('refused')
    expect(verdicts(pending('1.33.1'))).toContain('fails Pool db is pending')
    expect(verdicts(pending('1.33.1'))).not.toContain('holds The API server accepts it')
    expect(verdicts(pending('1.35.0'))).toContain('beware Pool db is pending')
    expect(verdicts(of('1.33.1', {}, [db]))).toContain('holds No pool is pending')
  })

  it.each([
    ['a part of it fails then', pending('1.33.1'), 'fails'],
    ['something else is refused all the same', pending('1.33.1', asked('nonsense')), 'refused'],
    ['nothing is refused for it', pending('1.35.0'), null],
    ['no pool is pending', of('1.35.0', asked('nonsense')), null],
  ])('a pool that is pending: %s', (_, one, outcome) => {
    expect(next(one).onceFinished).toBe(outcome)
  })

  it('it runs once the pool that is pending is finished, where its image is for updates in place', () => {
    const inPlace = imageVersion('2.1.0', { inPlaceUpdates: { supported: true } })
    const fitting = memoized(
      profile(['1.34.7 supported', '1.33.1 deprecated 2026-11-10'], image('linux', 'minor', [inPlace])),
    )
    const { outcome, onceFinished } = nextMaintenance(pending('1.33.1'), fitting, at)
    expect([outcome, onceFinished]).toEqual(['refused', 'changes'])
  })

  it.each([
    [of('1.33.1'), 'holds The API server accepts it'],
    [of('1.33.1', { deletionTimestamp: at - DAY }), 'fails Being deleted'],
    [of('1.33.1', { window: { begin: '22:00', end: '23:00' } }), 'beware Window cannot be read'],
    [of('1.33.1', { window: { begin: '220000+0000', end: '221000+0000' } }), 'beware Window is too short'],
    [of('1.33.1', failed), 'beware Last operation Failed'],
    [of('1.33.1', { lastOperation: { type: 'Reconcile', state: 'Processing' } }), 'holds Last operation Processing'],
    [of('1.33.1', { annotations: { 'gardener.cloud/operation': 'maintain' } }), 'beware Asked for at once'],
    [of('1.35.0', asked('nonsense')), 'fails The API server refuses it'],
    [of('1.35.0'), 'no-matter Nothing is due'],
    [of('1.33.1', {}, [worker('web gone 1.0.0')]), 'holds Not being deleted'],
  ])('%#: %s', (one, line) => {
    expect(verdicts(one)).toContain(line)
  })

  it('it is as the last one only where that failed with the very same words', () => {
    const one = pending('1.33.1')
    const failureReason = next(one).step?.failureReason ?? ''
    const last = (reason: string) => ({
      ...one,
      lastMaintenance: {
        state: 'Failed',
        description: 'Maintenance failed',
        failureReason: reason,
        triggeredTime: at - DAY,
      } as const,
    })
    expect(next(last(failureReason)).asLast).toBe(at - DAY)
    expect(next(last('something else')).asLast).toBeNull()
    expect(next(one).asLast).toBeNull()
  })
})

describe('commands', () => {
  const line = (one: Shoot, title: string) =>
    commandsOf(one).find((command) => commandWords(command).title === title)?.command

  it('name the cluster, and take another window on its own clock, over midnight too', () => {
    const one = of('1.34.7', { window: { begin: '223000-0500', end: '233000-0500' } })
    expect(line(one, 'Maintain now')).toBe(
      'kubectl -n garden-dev annotate shoot shoot gardener.cloud/operation=maintain',
    )
    expect(line(one, 'Move the window')).toBe(
      'kubectl -n garden-dev patch shoot shoot --type merge -p \'{"spec":{"maintenance":{"timeWindow":{"begin":"003000-0500","end":"013000-0500"}}}}\'',
    )
    expect(line(one, 'Make the window longer')).toContain('"begin":"223000-0500","end":"003000-0500"')
    expect(line(one, 'Confine roll-outs to the window')).toContain('{"confineSpecUpdateRollout":true}')
    expect(line({ ...one, confineSpecUpdateRollout: true }, 'Roll out changes at once')).toContain('false')
  })

  it('are one command each, whatever the cluster is called', () => {
    const one = of('1.34.7', { namespace: 'a b', name: '$(id); `id` #' })
    for (const { command } of commandsOf(one)) {
      expect(command).toMatch(/^kubectl -n 'a b' (annotate|patch) shoot '\$\(id\); `id` #' /)
    }
  })

  it('write over an annotation that is there, and make no window longer than six hours', () => {
    const annotations = { 'gardener.cloud/operation': 'reconcile' }
    expect(line(of('1.34.7', { annotations }), 'Retry')).toMatch(/operation=retry --overwrite$/)
    expect(
      line(of('1.34.7', { window: { begin: '200000+0000', end: '013000+0000' } }), 'Make the window longer'),
    ).toBeUndefined()
    expect(commandsOf(of('1.34.7', { deletionTimestamp: at }))).toEqual([])
  })
})

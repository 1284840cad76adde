import { describe, expect, test } from 'vitest'
import { STEPS, stepOf } from '@/components/outlook/testdata/answers'
import type { ForecastStepBody } from '@/lib/contract/steps'
import { canFold, stepBlocks } from './steps'

const [tonight, december, january, april] = STEPS as readonly [
  ForecastStepBody,
  ForecastStepBody,
  ForecastStepBody,
  ForecastStepBody,
]

/** One line per row: `what | from > to | effect`, with the reason before the first row of its block. */
function told(step: ForecastStepBody, folded = false): string[] {
  return stepBlocks(step, folded).flatMap((block) => [
    `# ${block.reason}`,
    ...block.rows.map((row) => `${row.what} | ${row.from} > ${row.to ?? row.noTarget} | ${row.effect.text}`),
  ])
}

describe('the rows of one maintenance run', () => {
  test('two pools with one reason: the reason is printed once, each pool has its effect', () => {
    expect(told(tonight)).toEqual([
      '# Automatic update of the machine image version is configured (image update strategy: minor)',
      'Pool web-a, image | gardenlinux 1877.4.0 > 1877.5.0 | 12 nodes roll',
      'Pool ledger, image | gardenlinux 1877.4.0 > 1877.5.0 | 4 nodes in place',
    ])
  })

  test('pools without a version of their own are listed under the control plane', () => {
    expect(told(december)).toEqual([
      '# Kubernetes version expired - force update required',
      'Control plane | 1.32.9 > 1.33.7 | API server and controllers restart',
      'Pool web-a | 1.32.9 > 1.33.7 | 12 nodes roll',
      'Pool batch | 1.32.9 > 1.33.7 | 8 nodes roll',
      'Pool ledger | 1.32.9 > 1.33.7 | 4 nodes in place',
    ])
  })

  test('folded, they are one row', () => {
    expect(told(december, true)).toEqual([
      '# Kubernetes version expired - force update required',
      'Control plane and 3 pools | 1.32.9 > 1.33.7 | 20 nodes roll; 4 nodes in place',
    ])
    expect([tonight, december, january, april].map(canFold)).toEqual([false, true, false, false])
  })

  test('many pools with the same move are one row when folded, in the place of the first', () => {
    const [change] = tonight.changes
    if (change === undefined) throw new Error('no change')
    const pools = ['a', 'b', 'c']
    const many = {
      ...tonight,
      changes: [...pools.map((pool) => ({ ...change, pool })), ...january.changes],
      effects: pools.map((pool) => ({ pool, effect: 'rolling' as const, nodes: { min: 1, max: 4 }, because: [] })),
    }
    expect(canFold(many)).toBe(true)
    expect(told(many, true).filter((line) => !line.startsWith('#'))).toEqual([
      '3 pools, image | gardenlinux 1877.4.0 > 1877.5.0 | Up to 12 nodes roll',
      'Pool batch, image | suse-chost 15.5.20250901 > 15.6.20260930 | No node is touched',
    ])
    expect(told(many)).toHaveLength(6)
  })

  test('a failure quotes the error and says that it comes again', () => {
    const [block] = stepBlocks(april, false)
    expect(block?.reason).toMatch(
      /^failed to update machine image "suse-chost": failed to determine the target version/,
    )
    expect(block?.rows[0]).toMatchObject({
      noTarget: 'no later version',
      effect: { kind: 'fails', text: 'Fails again every night' },
    })
  })

  test('the last of the nights that fail is named where it is known', () => {
    const [block] = stepBlocks(april, false, { since: new Map(), last: '2027-06-29T21:00:00Z' })
    expect(block?.rows[0]?.effect.text).toBe('Fails again every night until 29 Jun 2027')
  })

  test('what the API server refuses is one block with its text: nothing of it takes place', () => {
    const text = 'Updates to the Shoot failed to be applied: admission webhook denied it'
    const denied = { ...december, kind: 'fails' as const, denied: true, failureReason: text, repeats: 3 }
    expect(stepBlocks(denied, false)).toHaveLength(1)
    expect(told(denied)[0]).toBe(`# ${text}`)
    expect(new Set(stepBlocks(denied, false)[0]?.rows.map((row) => row.effect.text))).toEqual(
      new Set(['Refused again every night']),
    )
  })

  test('a pool whose nodes roll for two reasons rolls once', () => {
    const both = {
      ...december,
      changes: [...december.changes, ...january.changes],
    }
    expect(told(both).at(-1)).toBe('Pool batch, image | suse-chost 15.5.20250901 > 15.6.20260930 | In the same run')
  })

  test('a maintenance without a change of versions says what Gardener will say', () => {
    const other = stepOf({ kind: 'other', description: 'Maintenance succeeded' })
    expect(told(other)).toEqual(['# Maintenance succeeded', 'Maintenance | null > null | No node is touched'])
  })

  const rotation = {
    name: 'rotate-ca-start',
    why: 'asked' as const,
    starts: true,
    subject: 'CAs',
    action: 'rotation starts',
    clause: 'the rotation of the CAs starts',
    reason: 'Added "rotate-ca-start;reconcile" operation annotation',
    every: null,
  }
  const rolls = (pool: string) => ({
    pool,
    effect: 'rolling' as const,
    nodes: { min: 2, max: 4 },
    because: ['rotate-ca-start'],
  })

  test('a rotation is a row, with the pools whose nodes it rolls, and one row when folded', () => {
    const step = stepOf({
      kind: 'other',
      controlPlane: 'restart',
      controlPlaneBecause: ['rotate-ca-start'],
      effects: [rolls('a'), rolls('b')],
      operations: [rotation],
    })
    expect(told(step)).toEqual([
      '# Added "rotate-ca-start;reconcile" operation annotation',
      'CAs | null > null | API server and controllers restart',
      'Pool a | null > null | Up to 4 nodes roll',
      'Pool b | null > null | Up to 4 nodes roll',
    ])
    expect(canFold(step)).toBe(true)
    expect(stepBlocks(step, true)[0]?.rows).toMatchObject([
      { what: 'CAs', note: 'rotation starts', effect: { text: 'Up to 8 nodes roll; API server restarts' } },
    ])
  })

  test('an automatic rotation says that it comes again', () => {
    const due = {
      ...rotation,
      why: 'due' as const,
      name: 'rotate-ssh-keypair',
      subject: 'SSH key pair',
      every: 7 * 86_400_000,
    }
    const [block] = stepBlocks(stepOf({ kind: 'other', operations: [due] }), false)
    expect(block?.rows).toMatchObject([
      { what: 'SSH key pair', note: 'rotation starts, again every 7 d', effect: { text: 'No node is touched' } },
    ])
  })

  test('a field that goes is a row, with the restart for which no new version is the cause', () => {
    const path = 'spec.kubernetes.kubeAPIServer.enableAnonymousAuthentication'
    const step = {
      ...tonight,
      controlPlane: 'restart' as const,
      controlPlaneBecause: [path],
      dropped: [{ path, from: 'false', to: null, reason: null }],
    }
    const rows = stepBlocks(step, false).flatMap((block) => block.rows)
    expect(rows.at(-1)).toMatchObject({
      what: 'Field',
      note: 'kubernetes.kubeAPIServer.enableAnonymousAuthentication is removed',
      effect: { kind: 'controlPlane', text: 'API server and controllers restart' },
    })
    const words = '.spec.x was migrated to .spec.y'
    const migrated = { ...tonight, changes: [], dropped: [{ path, from: 'false', to: null, reason: words }] }
    const reasons = (isDone: boolean) =>
      stepBlocks(migrated, false, { since: new Map(), last: null, isDone }).map(({ reason }) => reason)
    expect(reasons(false)).toEqual([`Gardener will write: ${words}`])
    expect(reasons(true)).toEqual([words])
    const failed = { ...tonight, kind: 'fails' as const, changes: [], failureReason: 'no version' }
    const effects = (isDone: boolean, denied: boolean) =>
      stepBlocks({ ...failed, denied }, false, { since: new Map(), last: null, isDone }).map(
        ({ rows }) => rows[0]?.effect.text,
      )
    expect(effects(false, false)).toEqual(['Fails'])
    expect(effects(true, false)).toEqual(['Failed'])
    expect(effects(false, true)).toEqual(['Refused, nothing changes'])
    expect(effects(true, true)).toEqual(['Refused, nothing changed'])
    const withVersion = { ...december, controlPlaneBecause: ['spec.kubernetes.version', path], dropped: step.dropped }
    expect(told(withVersion).filter((line) => line.endsWith('API server and controllers restart'))).toHaveLength(1)
    const moved = { path: 'spec.credentialsBindingName', from: null, to: '"a"', reason: null }
    const several = stepBlocks({ ...withVersion, dropped: [...step.dropped, moved] }, false)
    expect(several.at(-1)?.rows).toMatchObject([
      {
        what: '2 fields',
        note: 'kubernetes.kubeAPIServer.enableAnonymousAuthentication is removed; credentialsBindingName is set',
      },
    ])
  })

  test('what waits for a retry comes a maintenance later', () => {
    expect(told({ ...december, waitsForRetry: true }, true).at(-1)).toMatch(/; 4 nodes in place, a maintenance later$/)
  })
})

import { describe, expect, it } from 'vitest'
import { forecast } from '@/lib/engine/course/forecast'
import { isKnownOperation } from '@/lib/engine/rules'
import { KNOWN } from '@/lib/engine/rules/operations'
import { auto, image, imageVersion, instant, profile, shoot, worker } from '@/lib/engine/testdata/builders'
import { memoized } from '@/lib/engine/testdata/memoized'
import { DAY } from '@/lib/engine/time'
import type { Shoot } from '@/lib/engine/types'
import { obstacleText } from '@/lib/words/obstacles'
import { operationWords } from '@/lib/words/operations'
import { severityOf } from './obstacle'
import { constraintsOf } from './obstacles'

const at = instant('2026-11-21T18:00:00Z')
const LATER = 'maintenance.gardener.cloud/operation'
const NOW = 'gardener.cloud/operation'
const RETRY = 'maintenance.shoot.gardener.cloud/needs-retry-operation'
const failed = { lastOperation: { type: 'Reconcile', state: 'Failed' } }
const inPlace = imageVersion('1.0.0', { inPlaceUpdates: { supported: true } })
const offered = profile(['1.34.7', '1.34.8'], image('linux', 'major', [inPlace]))
const pools = [
  worker('web linux 1.0.0'),
  worker('batch linux 1.0.0'),
  worker('db linux 1.0.0', { updateStrategy: 'AutoInPlaceUpdate' }),
]

function saidOf(annotations: Shoot['annotations'], more: Partial<Shoot> = {}): string[] {
  const one = shoot('1.34.7', pools, { annotations, ...more })
  const { steps } = forecast(one, memoized(offered), { from: at, to: at + 30 * DAY })
  const found = constraintsOf({ shoot: one, profile: memoized(offered), steps, at })
  return found.map((obstacle) => `${severityOf(obstacle)}: ${obstacleText(obstacle, one)}`)
}

describe('what a cluster is asked to do is said with what it will do', () => {
  it.each<[string, Shoot['annotations'], Partial<Shoot>, string]>([
    [
      'by the next maintenance, to nodes',
      { [LATER]: 'rotate-ca-start' },
      {},
      'warning: maintenance.gardener.cloud/operation asks for rotate-ca-start: with the maintenance of 21 Nov 2026 the rotation of the CAs starts. New CAs are valid beside the old ones until rotate-ca-complete; clients need the new ones by then. API server and controllers restart, the nodes of pools web and batch roll and the nodes of pool db are updated in place.',
    ],
    [
      'or to none',
      { [LATER]: 'rotate-ssh-keypair' },
      {},
      'info: maintenance.gardener.cloud/operation asks for rotate-ssh-keypair: with the maintenance of 21 Nov 2026 the rotation of the SSH key pair runs. All nodes accept a new key; the one before stays valid until the next rotation. No node is touched.',
    ],
    [
      'later, as the last operation failed',
      { [LATER]: 'rotate-credentials-start-without-workers-rollout' },
      failed,
      'warning: maintenance.gardener.cloud/operation asks for rotate-credentials-start-without-workers-rollout, but maintenance skips that as the last operation failed. It stays asked for: with the first maintenance after an operation that succeeded, the rotation of all credentials starts without the workers.',
    ],
    [
      'never, as Gardener does not know it',
      { [LATER]: 'rotate-everything' },
      {},
      'warning: maintenance.gardener.cloud/operation asks for rotate-everything, which Gardener does not know: the API server refuses the maintenance, and with it all its updates, as long as that stands there.',
    ],
    [
      'not now, as the API server refuses it',
      { [LATER]: 'rotate-ca-complete' },
      {},
      'warning: maintenance.gardener.cloud/operation asks for rotate-ca-complete, but the API server refuses the next maintenance: ',
    ],
    [
      'at once',
      { [NOW]: 'rollout-workers=web' },
      {},
      'warning: gardener.cloud/operation asks for rollout-workers=web, and Gardener acts on it at once, outside of maintenance: pool web is rolled out. Nothing about the nodes has to have changed for that. The nodes of pool web roll.',
    ],
    [
      'at once, a maintenance',
      { [NOW]: 'maintain' },
      {},
      'warning: gardener.cloud/operation asks for maintain, and Gardener acts on it at once, outside of maintenance: the maintenance runs at once, whatever the window says.',
    ],
    [
      'at once, but it is not known',
      { [NOW]: 'hibernate' },
      {},
      'warning: gardener.cloud/operation asks for hibernate, which Gardener does not know: it does nothing.',
    ],
  ])('%s', (_, annotations, more, expected) => {
    expect(saidOf(annotations, more)).toContainEqual(expect.stringContaining(expected))
  })

  it('each operation by its own', () => {
    const said = saidOf({ [LATER]: 'rotate-ca-start;rotate-observability-credentials' })
    expect(said.filter((text) => text.includes('asks for'))).toHaveLength(2)
  })
})

describe('every operation that Gardener knows has words', () => {
  it.each([...KNOWN, 'rollout-workers=*', 'rotate-rollout-workers=a,b'])('%s', (operation) => {
    // Two steps that are one since 1.34.
    const words = operationWords(operation)
    expect(words.subject).toMatch(/^[A-Z]/)
    expect(words.clause).toMatch(/^[a-z]/)
    expect(words.meaning).toMatch(/\.$/)
  })

  it('and no other', () => {
    for (const other of ['', 'rotate', 'rotate-ca', 'rotate-kubeconfig', 'hibernate', 'rotate-ssh-keypair-start']) {
      expect(isKnownOperation(other)).toBe(false)
    }
  })
})

describe('an operation that failed', () => {
  const begins = 'warning: Its last operation (Reconcile) failed. '
  it.each<[string, Shoot['annotations'], Partial<Shoot>, string]>([
    ['is retried where it is marked for that', { [RETRY]: 'true' }, {}, 'and the next one that is not refused retries'],
    ['is not where it is not', {}, {}, 'Maintenance does not retry it: it stays failed until somebody asks for it'],
    [
      'is not for what the API server drops by itself',
      {},
      { droppedOnWrite: { maxEmptyBulkDelete: 5 }, lastMaintenance: { state: 'Failed', description: '' } },
      'Maintenance does not retry it: it stays failed until somebody asks for it',
    ],
    ['is retried with a new version', {}, auto, 'not retried before 21 Nov 2026, when the change of the specification'],
    [
      'is retried a maintenance later where roll-outs are confined',
      {},
      { ...auto, confineSpecUpdateRollout: true },
      'the change of 21 Nov 2026 is only stored: it marks the cluster for a retry, and the maintenance after that one rolls it out',
    ],
    ['is retried at once where that is asked for', { [NOW]: 'retry' }, {}, 'changes versions all the same.'],
  ])('%s', (_, annotations, more, expected) => {
    const said = saidOf(annotations, { ...failed, ...more }).filter((text) => text.startsWith(begins))
    expect(said).toEqual([expect.stringContaining(expected)])
  })
})

describe('pools that wait for the rollout of a rotation', () => {
  it('are named, with what rolls them', () => {
    const rotationTimes = {
      certificateAuthorities: { pendingWorkersRollouts: [{ name: 'web' }, { name: 'gone' }, { name: 'db' }] },
    }
    expect(saidOf({}, { rotationTimes })).toContain(
      'info: The rotation of the CAs waits for pools web and db: maintenance does not roll the nodes for it, gardener.cloud/operation=rotate-rollout-workers=web,db does.',
    )
  })
})

describe('confined roll-outs', () => {
  it('are said with the window that a change of one’s own waits for', () => {
    expect(saidOf({}, { confineSpecUpdateRollout: true })).toContain(
      'info: Its roll-outs are confined to the window: a change that you make now is only stored, and rolled out with the maintenance of 21 Nov 2026 22:00 +00:00. Hibernating, waking up and gardener.cloud/operation=reconcile act at once.',
    )
  })
})

import { execFileSync } from 'node:child_process'
import { parse } from 'yaml'
import type { PlanAnswer } from '@/lib/contract/plan'
import type { PlannedEdit } from '@/lib/contract/planned-edit'
import { presentIn } from '@/lib/engine/edits/shoot'
import { applyCommand, planPatchCommand, planPatchFile } from '@/lib/words/plan'
import { AT } from '../support/pages'
import { paths } from './support/api'
import { askRoute, untilState } from './support/shown'
import { expect, test } from './support/test'

const NAMESPACE = 'garden-payments'
const NAME = 'checkout-prod'
const SHOOT = paths.shoot(NAMESPACE, NAME)

/** What a shell makes of a command: the words that kubectl gets, and then what it can read. */
function wordsOf(command: string): readonly string[] {
  const script = `kubectl() { printf '%s\\0' "$@"; cat; }\n${command}`
  return execFileSync('sh', ['-c', script], { encoding: 'utf8', input: '' }).split('\0')
}

/** The JSON patch of a command. */
function sentBy(command: string): readonly object[] {
  const words = wordsOf(command).slice(0, -1)
  expect(words.slice(0, -1)).toEqual(['-n', NAMESPACE, 'patch', 'shoot', NAME, '--type=json', '-p'])
  return JSON.parse(words.at(-1) ?? '')
}

const PLANS: Readonly<Record<string, readonly PlannedEdit[]>> = {
  'the next minor, one pool later': [
    { field: 'spec.kubernetes.version', value: '1.33.11' },
    { pool: 'batch', field: 'kubernetes.version', value: '1.32.13' },
    { pool: 'web-a', field: 'maxSurge', value: '25%' },
  ],
  'settings that are not there yet': [
    { pool: 'web-a', field: 'machineControllerManager.nodeConditions', value: ["Node's down", 'DiskPressure'] },
    { pool: 'ledger', field: 'machineControllerManager.disableHealthTimeout', value: false },
    { pool: 'batch', field: 'kubernetes.kubelet.kubeReserved', value: { cpu: '200m' } },
    { pool: 'batch', field: 'providerConfig', value: { iops: 3000 } },
    { field: 'metadata.annotations[gardener.cloud/operation]', value: 'rotate-ssh-keypair' },
    { field: 'metadata.annotations[maintenance.gardener.cloud/operation]', value: 'reconcile' },
  ],
  'what goes, and the window': [
    { pool: 'web-a', field: 'maxUnavailable', value: null },
    { pool: 'web-a', field: 'maxSurge', value: 2 },
    { pool: 'batch', field: 'volume.size', value: '80Gi' },
    { field: 'spec.maintenance.timeWindow.begin', value: '010000+0100' },
    { field: 'spec.maintenance.timeWindow.end', value: '020000+0100' },
    { field: 'spec.maintenance.confineSpecUpdateRollout', value: true },
  ],
}

test('the patch of a plan is taken by the API server as it is printed, and makes what the plan promises', async ({
  plane: { admin },
  follow,
}) => {
  const { almanac } = await follow()
  await untilState(almanac.url, 'live')
  const ask = async (edits: readonly PlannedEdit[], on?: string): Promise<PlanAnswer> => {
    const answer = await askRoute<PlanAnswer>(almanac.url, `/shoots/${NAMESPACE}/${NAME}/plan`, { at: AT, edits, on })
    expect(answer).toHaveProperty('outcomes')
    return answer
  }
  const tried = (patch: object | string, more = '') => admin.object('PATCH', `${SHOOT}?dryRun=All${more}`, patch)
  const refused = async (patch: object) => (await admin.ask('PATCH', `${SHOOT}?dryRun=All`, patch)).status
  const { presets } = await ask([])
  const before = await admin.object('GET', SHOOT)
  const all = [...Object.entries(PLANS), ...presets.map(({ name, edits }) => [name, edits] as const)]
  for (const [name, edits] of all) {
    if (edits.length === 0) continue
    await test.step(name, async () => {
      const answer = await ask(edits)
      expect(answer.outcomes.map(({ kind, refusals }) => [kind, refusals])).toEqual(edits.map(() => ['taken', []]))
      const made = await tried(sentBy(planPatchCommand(answer)))
      for (const edit of edits) expect(presentIn(made as never)(edit) ?? null, edit.field).toEqual(edit.value)
      expect(await tried(parse(planPatchFile(answer)))).toMatchObject({
        spec: made.spec as object,
        status: before.status,
      })
      expect((await tried(sentBy(planPatchCommand(answer, answer.patch.later)))).spec).toEqual(made.spec)
      const command = applyCommand(answer)
      expect(command === null, 'takes a field out').toBe(edits.some(({ value }) => value === null))
      if (command !== null)
        expect((await tried(wordsOf(command).at(-1) ?? '', '&force=true&fieldManager=x')).spec).toEqual(made.spec)
      expect(made.status).toEqual(before.status)
    })
  }

  const now = await ask(PLANS['settings that are not there yet'] ?? [])
  const later = await ask(PLANS['settings that are not there yet'] ?? [], '2026-11-28T21:00:00Z')
  expect(later.patch.operations).toEqual(later.patch.later)
  // Gardener writes the status all the time: a plan for another day is not to fail for that, one for now shall.
  await admin.object('PATCH', `${SHOOT}/status`, { status: { observedGeneration: 4711 } })
  expect(await refused(now.patch.operations)).toBe(422)
  expect(await refused(parse(planPatchFile(now)))).toBe(409)
  expect(await refused(later.patch.operations)).toBe(200)
  expect(await refused(parse(planPatchFile(later)))).toBe(200)
  // What another user has added meanwhile is not overwritten.
  await admin.object('PATCH', SHOOT, { metadata: { annotations: { 'gardener.cloud/operation': 'reconcile' } } })
  expect(await refused(later.patch.operations)).toBe(422)
  await admin.object('PATCH', SHOOT, { metadata: { annotations: { 'gardener.cloud/operation': null } } })
  await admin.object('PATCH', `${SHOOT}/status`, { status: { observedGeneration: null } })
})

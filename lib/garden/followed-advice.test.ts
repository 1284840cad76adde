import { describe, expect, it } from 'vitest'
import { adviceFor } from '@/lib/engine/advice'
import { admitShoot } from '@/lib/engine/api-server'
import { forecast } from '@/lib/engine/course'
import type { JsonObject } from '@/lib/engine/json'
import { image, profile } from '@/lib/engine/testdata/builders'
import { memoized } from '@/lib/engine/testdata/memoized'
import { patchedJson } from '@/lib/engine/testdata/patched'
import { DAY } from '@/lib/engine/time'
import { remedyWords } from '@/lib/words/remedies'
import { parseShoot } from './parse'

const at = Date.UTC(2026, 10, 21, 12)
const until = at + 365 * DAY

interface Case {
  readonly from: string
  readonly to: string
  readonly kubernetes?: JsonObject
  readonly spec?: JsonObject
  readonly pool?: JsonObject
  readonly annotations?: JsonObject
  readonly status?: JsonObject
}

/** The whole object, as a garden has it. */
function manifest({ from, kubernetes, spec, pool, annotations, status }: Case): JsonObject {
  return {
    apiVersion: 'core.gardener.cloud/v1beta1',
    kind: 'Shoot',
    metadata: { name: 'shoot', namespace: 'garden-dev', annotations: { ...annotations } },
    spec: {
      cloudProfile: { kind: 'CloudProfile', name: 'profile' },
      region: 'north',
      kubernetes: { version: from, ...kubernetes },
      provider: {
        type: 'local',
        workers: [
          {
            name: 'a',
            machine: { type: 'small', architecture: 'amd64', image: { name: 'linux', version: '1.0.0' } },
            cri: { name: 'containerd' },
            minimum: 1,
            maximum: 2,
            maxSurge: 1,
            maxUnavailable: 0,
            updateStrategy: 'AutoRollingUpdate',
            ...pool,
          },
        ],
      },
      maintenance: {
        autoUpdate: { kubernetesVersion: false, machineImageVersion: false },
        timeWindow: { begin: '220000+0000', end: '230000+0000' },
      },
      ...spec,
    },
    status: { lastOperation: { type: 'Reconcile', state: 'Succeeded' }, ...status },
  }
}

/** The advice to a cluster whose version expires soon, the answer of the API server to each patch of it, and its words. */
function followed(one: Case) {
  const before = manifest(one)
  const offered = profile([`${one.from} - 2026-12-01`, one.to], image('linux', 'major', ['1.0.0']))
  const parsed = parseShoot(before)
  if (parsed.kind !== 'ok') throw new Error(JSON.stringify(parsed.problems))
  const [shoot, known] = [parsed.value, memoized(offered)]
  const { steps } = forecast(shoot, known, { from: at, to: until })
  return adviceFor({ shoot, profile: known, at, until, steps }).map((remedy) => {
    const after = patchedJson(before, remedy)
    const admission = remedy.patch === null ? null : admitShoot({ before, after, profile: offered, now: at })
    const errors = admission?.allowed === false ? admission.errors.map(({ field }) => field) : []
    return { remedy, after, errors, ...remedyWords(remedy, shoot) }
  })
}

const API_SERVER = 'spec.kubernetes.kubeAPIServer'

describe('advice to a cluster as a garden has it', () => {
  it.each<[string, Case, string]>([
    [
      'an API',
      {
        from: '1.35.1',
        to: '1.36.1',
        kubernetes: { kubeAPIServer: { runtimeConfig: { 'autoscaling/v2beta1': true } } },
      },
      `${API_SERVER}.runtimeConfig[autoscaling/v2beta1]`,
    ],
    [
      'taints of the autoscaler',
      {
        from: '1.31.1',
        to: '1.32.1',
        kubernetes: { clusterAutoscaler: { ignoreTaints: ['a'], maxNodeProvisionTime: '1m' } },
      },
      'spec.kubernetes.clusterAutoscaler.ignoreTaints',
    ],
    [
      'a gate that is locked',
      {
        from: '1.34.1',
        to: '1.35.1',
        kubernetes: { kubelet: { featureGates: { AllowOverwriteTerminationGracePeriodSeconds: true } } },
      },
      'spec.kubernetes.kubelet.featureGates.AllowOverwriteTerminationGracePeriodSeconds',
    ],
    [
      'a locked gate of a pool',
      {
        from: '1.34.1',
        to: '1.35.1',
        pool: { kubernetes: { kubelet: { featureGates: { AllowOverwriteTerminationGracePeriodSeconds: true } } } },
      },
      'spec.provider.workers[0].kubernetes.kubelet.featureGates.AllowOverwriteTerminationGracePeriodSeconds',
    ],
    [
      'a gate that the version does not know',
      { from: '1.34.1', to: '1.35.1', kubernetes: { kubeAPIServer: { featureGates: { ComponentSLIs: true } } } },
      `${API_SERVER}.featureGates`,
    ],
    [
      'a field that ends',
      {
        from: '1.32.1',
        to: '1.33.1',
        kubernetes: { kubeControllerManager: { podEvictionTimeout: '2m0s', nodeCIDRMaskSize: 24 } },
      },
      'spec.kubernetes.kubeControllerManager.podEvictionTimeout',
    ],
    [
      'a secret of a DNS provider',
      { from: '1.34.1', to: '1.35.1', spec: { dns: { providers: [{ type: 'x', secretName: 's' }] } } },
      'spec.dns.providers[0].secretName',
    ],
    ['addons', { from: '1.34.1', to: '1.35.1', spec: { addons: { nginxIngress: { enabled: true } } } }, 'spec.addons'],
  ])('an update takes out %s that the version does without, and nothing else', (_, one, path) => {
    const [first] = followed(one)
    expect(first).toMatchObject({ title: `Update to ${one.to} on your own day`, errors: [] })
    expect(first?.text).toContain(` The patch also takes out ${path}, which ${one.to} does not go with.`)
    expect(first?.after).toEqual(without(manifest({ ...one, from: one.to }), path))
    // A plan does not know these fields.
    expect(first?.remedy.edits).toEqual([])
  })

  it('there is no patch where a CredentialsBinding has to be there first', () => {
    const [first] = followed({ from: '1.33.1', to: '1.34.1', spec: { secretBindingName: 'x' } })
    expect(first).toMatchObject({ title: 'Update to 1.34.1 on your own day', remedy: { patch: null, edits: [] } })
    expect(first?.text).toContain(
      ' 1.34.1 does not go with spec.secretBindingName: take it out in the same change, and name a CredentialsBinding in spec.credentialsBindingName instead of the SecretBinding. That has to be there first, hence there is no patch here.',
    )
  })

  const operation = (name: string) => ({
    from: '1.33.1',
    to: '1.34.1',
    annotations: { 'gardener.cloud/operation': name },
  })
  const rotating = (kind: string, phase: string) => ({ credentials: { rotation: { [kind]: { phase } } } })

  it('an update is given while an operation waits that is permitted', () => {
    const [first] = followed(operation('rotate-credentials-start'))
    expect(first).toMatchObject({ title: 'Update to 1.34.1 on your own day', errors: [] })
  })

  it.each<[string, Case]>([
    ['one that needs nodes, as it wakes up', { ...operation('rollout-workers=a'), status: { hibernated: true } }],
    [
      'one that needs nodes, as it sleeps',
      { ...operation('rotate-credentials-start'), spec: { hibernation: { enabled: true } } },
    ],
    [
      'a rotation of the CA that goes on',
      { ...operation('rotate-ca-start'), status: rotating('certificateAuthorities', 'Preparing') },
    ],
    [
      'a rotation of all credentials while one of them goes on',
      { ...operation('rotate-credentials-start'), status: rotating('serviceAccountKey', 'Prepared') },
    ],
    [
      'a rotation of the key of etcd that goes on',
      { ...operation('rotate-etcd-encryption-key'), status: rotating('etcdEncryptionKey', 'Completing') },
    ],
    [
      'a rotation while what is encrypted changes',
      {
        ...operation('rotate-etcd-encryption-key'),
        kubernetes: { kubeAPIServer: { encryptionConfig: { resources: ['configmaps'] } } },
      },
    ],
  ])('no patch is given while an operation waits that is not permitted: %s', (_, one) => {
    expect(
      followed(one).flatMap(({ remedy, title, errors }) => (remedy.patch === null ? [] : [{ title, errors }])),
    ).toEqual([])
  })
})

/** The manifest without one field of the API. */
function without(json: JsonObject, path: string): JsonObject {
  const copy = structuredClone(json)
  const keys = [...path.matchAll(/\[([^\]]+)\]|([^.[\]]+)/g)].map(([, listed, key]) => listed ?? key ?? '')
  const last = keys.pop() ?? ''
  // biome-ignore lint/suspicious/noExplicitAny: any field may be on the way.
  const parent = keys.reduce((value: any, key) => value[key], copy)
  expect(parent).toHaveProperty([last])
  delete parent[last]
  return copy
}

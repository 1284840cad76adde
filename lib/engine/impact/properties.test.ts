import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shootJson } from '@/lib/engine/api-server/manifest/shoot-json'
import { newCluster } from '@/lib/engine/api-server/new-clusters'
import type { Json } from '@/lib/engine/json'
import { accepted, anyProfile, start } from '@/lib/engine/testdata/arbitraries'
import { runs } from '@/lib/engine/testdata/runs'
import { changedFields, impact } from './impact'

/** JSON of any shape, but with the names that shoots have, so that reading goes deep. */
const names = fc.constantFrom(
  ...[
    'metadata',
    'spec',
    'status',
    'name',
    'annotations',
    'gardener.cloud/operation',
    'kubernetes',
    'version',
    'kubelet',
  ],
  ...[
    'provider',
    'workers',
    'machine',
    'image',
    'type',
    'volume',
    'size',
    'kubeReserved',
    'evictionHard',
    'featureGates',
  ],
  ...[
    'systemComponents',
    'nodeLocalDNS',
    'enabled',
    'kubeProxy',
    'mode',
    'labels',
    'taints',
    'zones',
    'maxSurge',
    'cri',
  ],
  ...[
    'credentials',
    'rotation',
    'certificateAuthorities',
    'phase',
    'inPlaceUpdates',
    'pendingWorkerUpdates',
    'updateStrategy',
  ],
)
const leaf = fc.oneof(
  fc.constantFrom<Json>(
    null,
    true,
    0,
    -1,
    '',
    '1.33.1',
    '1.33',
    'v',
    '10%',
    'IPVS',
    'AutoInPlaceUpdate',
    '1Gi',
    'rollout-workers=*',
  ),
  fc.jsonValue(),
)
const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 6, depthSize: 'large' },
    leaf,
    fc.dictionary(names, tie('json'), { maxKeys: 5 }),
    fc.array(tie('json'), { maxLength: 3 }),
  ),
}))
const manifest = fc.dictionary(names, json, { maxKeys: 4 }).map((parts) => ({ ...parts }))

test('no manifest at all makes it throw', () => {
  fc.assert(
    fc.property(manifest, manifest, anyProfile, (before, after, offered) => {
      changedFields(before, after)
      impact({ before, after, profile: offered, now: start })
    }),
    { numRuns: runs(1000) },
  )
})

test('nor any wish for a new cluster', () => {
  const text = fc.oneof(fc.constantFrom('', '1', '1.33', '1.33.0', 'v1', '1.2.3.4', 'x'), fc.string())
  const pool = fc.record({
    name: text,
    machineType: text,
    architecture: text,
    image: fc.record({ name: text, version: text }),
  })
  fc.assert(
    fc.property(text, fc.array(pool, { maxLength: 2 }), anyProfile, (kubernetesVersion, pools, offered) => {
      newCluster({ kubernetesVersion, pools }, offered, start)
    }),
    { numRuns: runs(500) },
  )
})

test('an edit of nothing does nothing', () => {
  fc.assert(
    fc.property(accepted, ({ shoot, profile: offered, at }) => {
      const found = impact({ before: shootJson(shoot), after: shootJson(shoot), profile: offered, now: at })
      expect(changedFields(shootJson(shoot), shootJson(shoot))).toEqual([])
      if (!found.allowed) return
      expect(found.controlPlane).toBe('none')
      expect(found.pools.map(({ effect, because }) => [effect, ...because])).toEqual(shoot.workers.map(() => ['none']))
    }),
    { numRuns: runs(200) },
  )
})

test('a patch drains no node, a minor drains all that follow it', () => {
  const other = fc.constantFrom<['patch' | 'minor', string]>(['patch', '1.33.9'], ['minor', '1.34.9'])
  fc.assert(
    fc.property(accepted, other, ({ shoot, profile: offered, at }, [kind, to]) => {
      const before = {
        ...shoot,
        kubernetesVersion: '1.33.0',
        workers: shoot.workers.map(({ kubernetesVersion: _, ...rest }) => rest),
      }
      const listed = { ...offered, kubernetes: [{ version: '1.33.0' }, { version: to }] }
      const found = impact({
        before: shootJson(before),
        after: shootJson({ ...before, kubernetesVersion: to }),
        profile: listed,
        now: at,
      })
      if (!found.allowed) return
      expect(found.controlPlane).toBe('restart')
      found.pools.forEach(({ effect, because }, i) => {
        const drained = shoot.workers[i]?.updateStrategy === 'AutoRollingUpdate' ? 'rolling' : 'inPlace'
        expect([effect, ...because]).toEqual([kind === 'patch' ? 'kubeletRestart' : drained, 'spec.kubernetes.version'])
      })
    }),
    { numRuns: runs(200) },
  )
})

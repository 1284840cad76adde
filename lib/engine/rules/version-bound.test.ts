import { expect, test } from 'vitest'
import { lineOf } from '@/lib/engine/refusal'
import { refusedApiServerSettings, refusedTaints } from './version-bound'

const API_SERVER = 'spec.kubernetes.kubeAPIServer'

test.each<[string, Parameters<typeof refusedApiServerSettings>[0], string, string[]]>([
  ['nothing', {}, '1.36.2', []],
  [
    'what the version has',
    { runtimeConfig: ['apps/v1', 'v1/pods', 'v1'], admissionPlugins: [plugin('Priority')] },
    '1.36.2',
    [],
  ],
  [
    'an API that ended',
    { runtimeConfig: ['autoscaling/v2beta1'] },
    '1.36.2',
    [
      `${API_SERVER}.runtimeConfig[autoscaling/v2beta1]: Forbidden: api "autoscaling/v2beta1" is not supported in Kubernetes version 1.36.2, only supported in versions < 1.36`,
    ],
  ],
  [
    'APIs that nobody knows',
    { runtimeConfig: ['apps/v9', 'v1/nothing', 'apps/v1/nothing', 'a/b/c/d'] },
    '1.36.2',
    [
      `${API_SERVER}.runtimeConfig[apps/v9]: Invalid value: "apps/v9": unknown API group version "apps/v9"`,
      `${API_SERVER}.runtimeConfig[v1/nothing]: Invalid value: "v1/nothing": unknown API group version resource "v1/nothing"`,
      `${API_SERVER}.runtimeConfig[apps/v1/nothing]: Invalid value: "apps/v1/nothing": unknown API group version resource "apps/v1/nothing"`,
      `${API_SERVER}.runtimeConfig[a/b/c/d]: Invalid value: "a/b/c/d": invalid API Group format "a/b/c/d"`,
    ],
  ],
  [
    'plugins, before APIs',
    {
      runtimeConfig: ['apps/v9'],
      admissionPlugins: [plugin('Priority'), plugin('PersistentVolumeLabel'), plugin('Nothing')],
    },
    '1.31.0',
    [
      `${API_SERVER}.admissionPlugins[1].name: Forbidden: admission plugin "PersistentVolumeLabel" is not supported in Kubernetes version 1.31.0`,
      `${API_SERVER}.admissionPlugins[2].name: Invalid value: "Nothing": unknown admission plugin "Nothing"`,
      `${API_SERVER}.runtimeConfig[apps/v9]: Invalid value: "apps/v9": unknown API group version "apps/v9"`,
    ],
  ],
])('the API server refuses in its own words %s', (_, settings, kubernetes, lines) => {
  expect(refusedApiServerSettings(settings, kubernetes).map(lineOf)).toEqual(lines)
})

test('and taints that the autoscaler is to ignore, from 1.32 on, below the field', () => {
  expect(refusedTaints({ ignoreTaints: true }, '1.31.9')).toEqual([])
  expect(refusedTaints({}, '1.32.0')).toEqual([])
  expect(refusedTaints({ ignoreTaints: true }, '1.32.0').map(lineOf)).toEqual([
    'spec.kubernetes.clusterAutoscaler.ignoreTaints.IgnoreTaints: Forbidden: not supported in Kubernetes version 1.32.0',
  ])
})

function plugin(name: string) {
  return { name, stored: { name } }
}

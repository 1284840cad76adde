import { expect, test } from 'vitest'
import type { Edit } from '@/lib/engine/edits/edit'
import type { CloudProfile, ExpirableVersion } from '@/lib/engine/types'
import { policiesOf } from './automation'
import { groundOf } from './ground'
import { newcomerChecks } from './guide'

const NOW = Date.UTC(2026, 10, 21, 18)
const RUNS = { architectures: ['amd64'], cri: [{ name: 'containerd', containerRuntimes: [] }] }

function told(versions: readonly ExpirableVersion[], image: string | null, edits: readonly Edit[]): string[] {
  const profile: CloudProfile = {
    kubernetes: image === null ? versions : [],
    machineImages:
      image === null
        ? []
        : [{ name: image, updateStrategy: 'major', versions: versions.map((one) => ({ ...one, ...RUNS })) }],
    machineTypes: [],
  }
  const setting = {
    zone: 'UTC',
    way: 'hand',
    policies: policiesOf(null),
    clusters: () => 0,
    overriddenBy: () => [],
  } as const
  const ground = groundOf({ ...setting, profile, image, at: NOW })
  return newcomerChecks(ground, edits).map(({ state, what, found }) => `${state}: ${what} ${found}`)
}

const plain = (texts: readonly string[]): ExpirableVersion[] =>
  texts.map((text) => {
    const [version = '', classification] = text.split(' ') as [string, ExpirableVersion['classification']]
    return { version, ...(classification && { classification }) }
  })
const staged = (texts: readonly string[]): ExpirableVersion[] =>
  plain(texts).map(({ version, classification }) => ({
    version,
    lifecycle: [{ classification: classification ?? 'supported' }],
  }))
const classify = (version: string, classification: 'deprecated' | 'supported', image: string | null = null): Edit => ({
  kind: 'classify',
  image,
  version,
  classification,
  from: NOW,
})

const LIST = ['1.35.0 preview', '1.34.3 supported', '1.33.7 supported']

test.each([
  ['with a classification', plain],
  ['with stages of a lifecycle', staged],
])('what new clusters get is said when it changes, %s', (_, list) => {
  expect(told(list(LIST), null, [classify('1.34.3', 'deprecated')])).toEqual([
    'beware: New clusters that name no version get 1.33.7; today they get 1.34.3',
  ])
  expect(told(list(LIST), null, [classify('1.33.7', 'deprecated')])).toEqual([])
  expect(told(list(LIST), null, [classify('1.35.0', 'supported')])).toEqual([
    'holds: New clusters that name no version get 1.35.0; today they get 1.34.3',
  ])
  expect(told(list(['1.34.3 supported']), null, [classify('1.34.3', 'deprecated')])).toEqual([
    'beware: New clusters that name no version are refused: without 1.34.3 no version is left for them, they have to name one',
  ])
})

test('a new pool gets a deprecated image before none', () => {
  expect(told(plain(['2.0.0 supported', '1.0.0 supported']), 'os', [classify('2.0.0', 'deprecated', 'os')])).toEqual([
    'beware: New pools that name no version get 1.0.0; today they get 2.0.0',
  ])
  expect(told(plain(['2.0.0 supported', '1.0.0 deprecated']), 'os', [classify('2.0.0', 'deprecated', 'os')])).toEqual(
    [],
  )
})

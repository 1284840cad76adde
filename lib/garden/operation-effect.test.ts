import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { effectOfOperations } from '@/lib/engine/impact'
import { readObject } from './read-object'

interface Vector {
  readonly name: string
  readonly before: Manifest
  readonly after: Manifest
  readonly changed: readonly string[]
  readonly expect: {
    readonly allowed: boolean
    readonly pools: readonly { readonly name: string; readonly effect: string }[]
    readonly controlPlane?: string
  }
}

interface Manifest {
  readonly metadata: { readonly annotations?: Readonly<Record<string, string>> }
  readonly spec: object
}

const OPERATION = 'gardener.cloud/operation'

/** What the real code does to nodes when nothing but an operation is asked for. */
const vectors = readFileSync(fileURLToPath(new URL('../engine/testdata/impact.jsonl', import.meta.url)), 'utf8')
  .split('\n')
  .filter((line) => line.includes(`metadata.annotations[${OPERATION}]`))
  .map((line): Vector => JSON.parse(line))
  .filter(({ changed, expect: { allowed } }) => allowed && changed.length === 1)

test.each(vectors.map((vector) => [vector.name, vector] as const))(
  'a shoot of a landscape, of which less is known, comes out as its whole manifest: %s',
  (_, { before, after, expect: expected }) => {
    const operation = after.metadata.annotations?.[OPERATION] ?? ''
    const annotations = { 'maintenance.gardener.cloud/operation': operation }
    const spec = { cloudProfile: { name: 'impact' }, ...before.spec }
    const metadata = { ...before.metadata, annotations }
    const read = readObject({ kind: 'Shoot', apiVersion: 'core.gardener.cloud/v1beta1', ...before, metadata, spec })
    if (read.kind !== 'Shoot') throw new Error(`${read.kind}`)
    const { pools, controlPlane } = effectOfOperations(read.value, [operation])
    expect(pools.map(({ pool, effect }) => `${pool} ${effect}`)).toEqual(
      expected.pools.map(({ name, effect }) => `${name} ${effect}`),
    )
    if (expected.controlPlane !== undefined) expect(controlPlane).toBe(expected.controlPlane)
  },
)

test('there are such vectors', () => {
  expect(vectors.length).toBeGreaterThan(20)
})

import { rmSync } from 'node:fs'
import { Readable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import { openGarden } from '@/lib/garden/open-garden'
import { keepStandardInput, readStandardInput } from './standard-input.mjs'

const manifest = `apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata: {name: web, namespace: garden-a}
spec:
  cloudProfile: {name: p}
  kubernetes: {version: 1.34.2}
`
const piped = (...parts: readonly string[]) => Readable.from(parts.map((part) => Buffer.from(part)))

const place = Symbol.for('almanac.standard-input')
afterAll(() => {
  delete (globalThis as { [key: symbol]: unknown })[place]
})

test.each([
  ['nothing', piped(), 'GARDEN=-: nothing came.'],
  ['nothing but lines', piped('\n', ' \n'), 'GARDEN=-: nothing came.'],
  ['what is about something else', piped('Error: no such file\n'), 'GARDEN=-: what came holds no CloudProfile'],
  ['a terminal', Object.assign(piped(), { isTTY: true }), 'GARDEN=-: standard input is a terminal'],
  ['more than is read', piped(manifest, 'x'.repeat(3 * 1024 * 1024)), 'GARDEN=-: more than 2 MiB came.'],
])('says what is wrong with %s', async (_, input, words) => {
  await expect(readStandardInput(input, 2 * 1024 * 1024)).rejects.toThrow(words)
})

test('shows what came, by the name that people know it by, and writes nothing into it', async () => {
  const [head, tail] = [manifest.slice(0, 40), manifest.slice(40)]
  const folder = keepStandardInput(await readStandardInput(piped(head, tail)))
  const garden = openGarden({ GARDEN: '-' })
  try {
    await garden.ready()
    expect(garden.status()).toMatchObject({ kind: 'manifests', label: 'standard input', state: 'live' })
    expect([...garden.snapshot().shoots].map(({ name }) => name)).toEqual(['web'])
    const ref = { kind: 'Shoot', namespace: 'garden-a', name: 'web' } as const
    const options = { resourceVersion: '', dryRun: true }
    expect(await garden.apply({ kind: 'process' }, ref, (object) => object, options)).toMatchObject({
      kind: 'unavailable',
      message: 'What came by standard input cannot be written. Start with a file for that.',
    })
  } finally {
    await garden.close()
    rmSync(folder, { recursive: true })
  }
})

test('is nothing that can be opened where nobody has read it', () => {
  delete (globalThis as { [key: symbol]: unknown })[place]
  expect(() => openGarden({ GARDEN: '-' })).toThrow('GARDEN=-: standard input is read by npm start alone.')
})

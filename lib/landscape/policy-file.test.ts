import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readFile } from './policy-file'
import { EXAMPLE } from './policy-text'

const folder = mkdtempSync(join(tmpdir(), 'policy-'))
const fileWith = (name: string, text: string) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const read = (path: string) => readFile('policy.yaml', path, 1000)

test('a policy is read, with the name that it was given by', () => {
  const file = read(fileWith('good.yaml', EXAMPLE))
  expect(file).toMatchObject({ name: 'policy.yaml', readAt: 1000, text: EXAMPLE, reading: { kind: 'ok' } })
})

describe('what stands in the way is a problem of the file', () => {
  test.each([
    ['it is not there', join(folder, 'missing.yaml'), /is not there/],
    ['it is a folder', folder, /is no file/],
    ['it is too large', fileWith('large.yaml', `# ${'x'.repeat(20_000)}`), /is larger than 20000 bytes/],
    ['it is no policy', fileWith('bad.yaml', 'kind: Shoot\n'), /must be ControllerManagerConfiguration/],
  ])('%s', (_, path, reason) => {
    const { reading } = read(path)
    expect(reading).toMatchObject({ kind: 'problems', problems: [{ reason: expect.stringMatching(reason) }] })
  })
})

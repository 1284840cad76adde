import { describe, expect, it } from 'vitest'
import { through } from '@/lib/process/event-loop'
import { SharedParts } from '../shoot-fields'
import { snapshotOfFiles } from './assemble'
import { readManifestFile, unreadFile } from './manifest-file'
import { defaultLimits } from './reading'

it('takes over more problems of a file than a call may have arguments', async () => {
  const problems = Array.from({ length: 200_000 }, (_, i) => ({
    source: 'a.yaml',
    path: `${i}`,
    fault: { code: 'missing' } as const,
  }))
  const snapshot = await through(snapshotOfFiles([['a.yaml', { ...unreadFile, problems }]], [], 0, defaultLimits))
  expect(snapshot.problems).toHaveLength(problems.length)
})

describe('the revision', () => {
  const project = (name: string) =>
    `apiVersion: core.gardener.cloud/v1beta1\nkind: Project\nmetadata: {name: ${name}}\n`

  async function revisionOf(files: Readonly<Record<string, string>>): Promise<string> {
    const read = Object.entries(files).map(async ([name, text]) => {
      const steps = readManifestFile(name, text, unreadFile, { limits: defaultLimits, sharing: new SharedParts() })
      return [name, await through(steps)] as const
    })
    const { revision } = await through(snapshotOfFiles(await Promise.all(read), [], 0, defaultLimits))
    return revision
  }

  it.each([
    ['a file of comments', { 'a.yaml': project('a'), 'b.yaml': '# later\n' }, true],
    ['a file that is begun', { 'a.yaml': project('a'), 'b.yaml': '' }, true],
    ['another object', { 'a.yaml': project('a'), 'b.yaml': project('b') }, false],
    ['the same object again', { 'a.yaml': project('a'), 'b.yaml': project('a') }, false],
    ['a file that is no YAML', { 'a.yaml': project('a'), 'b.yaml': 'a: [' }, false],
  ])('with %s', async (_, files, isSame) => {
    const before = await revisionOf({ 'a.yaml': project('a') })
    expect((await revisionOf(files)) === before).toBe(isSame)
  })
})

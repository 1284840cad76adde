import { describe, expect, test } from 'vitest'
import { EXAMPLE, readPolicyText } from './text'

/** `path (line): reason` of every problem. */
function problems(text: string): string[] {
  const read = readPolicyText(text)
  return read.kind === 'ok' ? [] : read.problems.map(({ path, line, reason }) => `${path} (${line}): ${reason}`)
}

test('the example is a policy', () => {
  expect(readPolicyText(EXAMPLE).kind).toBe('ok')
})

test('JSON is YAML too', () => {
  expect(problems('{"kind": "ControllerManagerConfiguration", "controllers": {"cloudProfile": {}}}')).toEqual([])
})

describe('problems are on the line of their key', () => {
  test.each([
    [
      'a bad duration',
      EXAMPLE.replace('720h', '30d'),
      /expirationDurationUnmaintainedVersion \(10\): must be a duration/,
    ],
    ['an unknown field', EXAMPLE.replace('concurrentSyncs', 'syncs'), /cloudProfile\.syncs \(5\): is not a field/],
    [
      'a block under an unknown name',
      EXAMPLE.replace('kubernetesVersionManagement', 'kubernetesManagement'),
      /kubernetesManagement \(6\): is not a field/,
    ],
    [
      'a field that is missing: the line of its block',
      EXAMPLE.replace(/ +maintainedKubernetesVersions: 3\n/, ''),
      /maintainedKubernetesVersions \(8\): is missing/,
    ],
    ['another kind', EXAMPLE.replace('kind: Controller', 'kind: Scheduler'), /^kind \(2\): must be/],
    ['no mapping', '\n- a\n', /^ \(2\): must be a mapping/],
    ['nothing', '', /^ \(null\): is empty/],
    ['only a comment', '# later\n', /^ \(null\): is empty/],
    ['no YAML', 'kind: x\n  kind: [', /^ \(\d\): /],
    ['a key twice', 'kind: ControllerManagerConfiguration\nkind: x\n', /^ \(2\): the key "kind" is there twice/],
    ['two policies', `${EXAMPLE}---\n${EXAMPLE}`, /^ \(13\): is a second document/],
    ['very deep nesting', '['.repeat(15_000), /^ \(1\): is nested more than 30 levels deep/],
  ])('%s', (_, text, expected) => {
    expect(problems(text)).toEqual([expect.stringMatching(expected)])
  })

  test.each([
    ['one document between marks', `---\n${EXAMPLE}...\n`],
    ['a comment before the mark', `# mine\n---\n${EXAMPLE}`],
    ['a mark at the end', `${EXAMPLE}---\n`],
  ])('%s is one policy', (_, text) => {
    expect(problems(text)).toEqual([])
  })
})

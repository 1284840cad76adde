import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { policyProblemBody } from '@/lib/words/policy'
import { EXAMPLE, readFile, readPolicyText } from './policy'

/** `path (line): reason` of every problem. */
function problems(text: string): string[] {
  const read = readPolicyText(text)
  return read.kind === 'ok'
    ? []
    : read.problems.map(policyProblemBody).map(({ path, line, reason }) => `${path} (${line}): ${reason}`)
}

test('the example is a policy', () => {
  expect(readPolicyText(EXAMPLE).kind).toBe('ok')
})

const read = (path: string) => readFile('policy.yaml', path, 1000)

test('JSON is YAML too', () => {
  expect(problems('{"kind": "ControllerManagerConfiguration", "controllers": {"cloudProfile": {}}}')).toEqual([])
})

const RULE = `---
apiVersion: almanac/v1alpha1
kind: PromotionRule
clusters: 3
days: 14
failedUpdates: 0
`

describe('a rule for promotions beside it', () => {
  test('is read, and is not there by itself', () => {
    expect(readPolicyText(EXAMPLE + RULE)).toMatchObject({
      promotion: { clusters: 3, days: 14, failures: 0, clustersHere: null, landscapes: [] },
    })
    expect(readPolicyText(`${EXAMPLE}${RULE}clustersHere: 2\nlandscapes: [canary]\n`)).toMatchObject({
      promotion: { clusters: 3, clustersHere: 2, landscapes: ['canary'] },
    })
    expect(readPolicyText(EXAMPLE)).toMatchObject({ promotion: null })
    expect(problems(RULE)).not.toEqual([])
  })

  test.each(['docs/evidence.md', 'docs/landscapes.md'])('is read as %s gives it as an example', (file) => {
    const [, rule = ''] = /```yaml\n([^`]*kind: PromotionRule[^`]*)```/.exec(readFileSync(file, 'utf8')) ?? []
    expect(readPolicyText(`${EXAMPLE}---\n${rule}`)).toMatchObject({
      promotion: { clusters: 3, days: 14, failures: 0, clustersHere: 2, landscapes: ['canary'] },
    })
  })

  test.each([
    ['a limit that is missing', EXAMPLE + RULE.replace('days: 14\n', ''), /^days \(null\): is missing/],
    ['one that is none', EXAMPLE + RULE.replace('14', '2w'), /^days \(17\): must be a whole number/],
    [
      'landscapes that are no list',
      `${EXAMPLE}${RULE}landscapes: canary\n`,
      /^landscapes \(19\): must be a list of at most 20 names/,
    ],
    ['one that is no name', `${EXAMPLE}${RULE}landscapes: [3]\n`, /^landscapes \(19\): must be a list/],
    ['clusters here that are none', `${EXAMPLE}${RULE}clustersHere: -1\n`, /^clustersHere \(19\): must be a whole/],
    ['an unknown field', `${EXAMPLE}${RULE}hours: 3\n`, /^hours \(19\): is not a field/],
    ['another version', EXAMPLE + RULE.replace('v1alpha1', 'v2'), /^apiVersion \(14\): must be/],
    ['a third document', EXAMPLE + RULE + RULE, /^ \(19\): is a third document/],
    ['what is wrong with the policy', EXAMPLE.replace('2880h', '30d') + RULE, /expirationDuration \(7\)/],
  ])('%s', (_, text, expected) => {
    expect(problems(text)[0]).toMatch(expected)
  })
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

test('problems are bounded, each of them and all together', () => {
  const fields = Array.from({ length: 1000 }, (_, i) => `${'x'.repeat(300)}${i}: 1`)
  const reading = readPolicyText(fields.join('\n'))
  if (reading.kind === 'ok') throw new Error('It is no policy.')
  const told = reading.problems.map(policyProblemBody)
  expect(told.length).toBe(51)
  expect(told.at(-1)).toEqual({ path: '', line: null, reason: 'There are 950 more problems' })
  expect(Math.max(...told.map(({ path, reason }) => path.length + reason.length))).toBeLessThan(400)
})

const folder = mkdtempSync(join(tmpdir(), 'policy-'))
const fileWith = (name: string, text: string) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

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
    if (reading.kind === 'ok') throw new Error('It is a policy.')
    expect(reading.problems.map((problem) => policyProblemBody(problem).reason)).toEqual([
      expect.stringMatching(reason),
    ])
  })
})

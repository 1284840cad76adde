import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Part } from './parts.mjs'
import { type Outcome, type Run, runPart, runParts } from './run-parts.mjs'

const part = (name: string, more: Partial<Part> = {}): Part => ({
  name,
  title: name,
  holds: '',
  run: ['node', ''],
  ...more,
})
const passes: Outcome = { passed: 1, failed: 0 }
const fails: Outcome = { passed: 2, failed: 1 }
const skips: Outcome = { passed: 0, failed: 0, skipped: 1, reasons: ['there is no Go'] }

/** Runs parts that each take some turns, and tells which ran beside each other when each began. */
async function follow(parts: readonly Part[], lanes: number, outcomes: Readonly<Record<string, Outcome>> = {}) {
  const running = new Set<string>()
  const begun: string[] = []
  const run: Run = async ({ name }) => {
    running.add(name)
    begun.push([...running].join(' beside '))
    await sleep(5)
    running.delete(name)
    return outcomes[name] ?? passes
  }
  const results = await runParts(parts, { lanes, run })
  return {
    begun,
    told: results.map(({ name, passed, failed, skipped = 0 }) => `${name} ${passed} ${failed} ${skipped}`),
    results,
  }
}

test('as many parts as there are lanes run side by side, in their order', async () => {
  const { begun, told } = await follow([part('a'), part('b'), part('c')], 2)
  expect(begun.slice(0, 2)).toEqual(['a', 'a beside b'])
  expect(begun[2]).toMatch(/^(b beside )?c$/)
  expect(told).toEqual(['a 1 0 0', 'b 1 0 0', 'c 1 0 0'])
})

test('one that wants to be alone is, and others go on after it', async () => {
  const { begun } = await follow([part('a'), part('b', { place: 'alone' }), part('c', { place: 'alone' })], 2)
  expect(begun).toEqual(['a', 'b', 'c'])
})

test('one in the background keeps nobody waiting, and takes no lane', async () => {
  const parts = [part('go', { place: 'background' }), part('a'), part('b', { place: 'alone' })]
  const { begun } = await follow(parts, 1)
  expect(begun[0]).toBe('go')
  expect(begun[1]).toBe('go beside a')
})

test('what needs a part waits for it, however many lanes are free', async () => {
  const parts = [part('build', { after: ['types', 'absent'] }), part('types'), part('browser', { needs: ['build'] })]
  expect((await follow(parts, 9)).begun).toEqual(['types', 'build', 'browser'])
})

test('what needs a part that failed is not run, and has failed; what only comes after it is run', async () => {
  const parts = [
    part('types'),
    part('build', { after: ['types'] }),
    part('browser', { needs: ['build'] }),
    part('more', { needs: ['browser'] }),
  ]
  const { begun, told, results } = await follow(parts, 2, { types: fails, build: fails })
  expect(begun).toEqual(['types', 'build'])
  expect(told).toEqual(['types 2 1 0', 'build 2 1 0', 'browser 0 1 0', 'more 0 1 0'])
  expect(results[2]?.failures).toEqual(['not run, as "build" failed'])
})

test('what needs a part that was skipped is skipped, for the same reason', async () => {
  const { told, results } = await follow([part('go'), part('smoke', { needs: ['go'] })], 2, { go: skips })
  expect(told).toEqual(['go 0 0 1', 'smoke 0 0 1'])
  expect(results[1]?.reasons).toEqual(['there is no Go'])
})

test('one that throws is one failed test, and the others are run', async () => {
  const run: Run = async ({ name }) => {
    if (name === 'a') throw new Error('out of memory')
    return passes
  }
  const results = await runParts([part('a'), part('b')], { lanes: 1, run })
  expect(results.map(({ passed, failed, failures }) => ({ passed, failed, failures }))).toEqual([
    { passed: 0, failed: 1, failures: ['out of memory'] },
    { passed: 1, failed: 0, failures: undefined },
  ])
})

test('parts that wait for each other are refused', async () => {
  const circle = [part('a', { after: ['b'] }), part('b', { after: ['a'] })]
  await expect(follow(circle, 2)).rejects.toThrow('wait for each other')
})

/** Runs a program, and tells what was shown of it. */
async function runProgram(more: Partial<Part>, { ready = {}, isAlone = false, args = [] as readonly string[] } = {}) {
  let shown = ''
  const show = (text: string) => {
    shown += text
  }
  const outcome = await runPart(part('program', more), ready, { isAlone, args, show, keep: () => {} })
  return { outcome, shown }
}

test.each<[string, Partial<Part>, Outcome]>([
  ['a program that succeeds is one test', { run: ['node', '-e', ''] }, { passed: 1, failed: 0 }],
  ['a program that crashes is one failed test', { run: ['node', '-e', 'process.exit(3)'] }, { passed: 0, failed: 1 }],
  [
    'one that crashes after its tests passed is one as well',
    { run: ['node', '-e', 'process.exit(3)'], count: () => ({ passed: 7, failed: 0 }) },
    { passed: 7, failed: 1 },
  ],
  [
    'what it printed is counted',
    {
      run: ['node', '-e', 'console.log("3 passed, 0 failed")'],
      count: (output) => ({ passed: output.length, failed: 0 }),
    },
    { passed: 19, failed: 0 },
  ],
])('%s', async (_, more, outcome) => {
  expect((await runProgram(more)).outcome).toEqual(outcome)
})

test.each([
  ['beside others shows nothing where it succeeds', 0, false, ''],
  ['beside others shows all it printed where it fails', 1, false, '\n── program\nall of it\n\n'],
  ['alone shows what it prints', 0, true, 'all of it\n'],
])('a program %s', async (_, code, isAlone, expected) => {
  const run = ['node', '-e', `console.log('all of it'); process.exitCode = ${code}`] as const
  expect((await runProgram({ run }, { isAlone })).shown).toBe(expected)
})

test('a program is given what its tools told, and arguments', async () => {
  const count = (output: string) => ({ passed: 1, failed: 0, failures: [output.trim()] })
  const run = ['node', '-p', 'process.env.ALMANAC_ENGINE + process.argv[1]'] as const
  const ready = { env: { ALMANAC_ENGINE: 'podman ' }, note: 'what needs PostgreSQL' }
  expect((await runProgram({ run, count }, { ready, args: ['live'] })).outcome).toEqual({
    passed: 1,
    failed: 0,
    failures: ['podman live'],
    reasons: ['what needs PostgreSQL'],
  })
})

test('a part whose tool is not there is skipped, and says why', async () => {
  expect((await runProgram({}, { ready: { skipped: 'there is no Firefox' } })).outcome).toEqual({
    passed: 0,
    failed: 0,
    skipped: 1,
    reasons: ['there is no Firefox'],
  })
})

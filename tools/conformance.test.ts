import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parseWindow } from '@/lib/engine/rules'
import { checkDirectory } from './conformance/check'
import { firstDifference } from './conformance/context'
import { requeueBounds } from './conformance/maintenance'

let directory = ''

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'conformance-'))
  mkdirSync(join(directory, 'profiles'))
})

afterEach(() => rmSync(directory, { recursive: true }))

const good =
  '{"name":"a","kind":"inline","versionObject":{"version":"1.0.0"},"at":"2026-01-01T00:00:00Z","expect":"supported"}'
const bad = good.replace('"a"', '"b"').replace('supported', 'expired')

test('a failing case is named with its first difference', () => {
  writeFileSync(join(directory, 'classify.jsonl'), `${good}\n${bad}\n`)
  const { lines, holds } = check(directory)
  expect(lines).toEqual([
    'classify.jsonl: 1 of 2 hold',
    '  b: expect: expected "expired", got "supported"',
    '1 passed, 1 failed',
  ])
  expect(holds).toBe(false)
})

test('at most 20 failing cases of a file are shown', () => {
  writeFileSync(join(directory, 'classify.jsonl'), `${bad}\n`.repeat(25))
  const { lines } = check(directory)
  expect(lines).toHaveLength(23)
  expect(lines.slice(-2)).toEqual(['  and 5 more', '0 passed, 25 failed'])
})

test('lines that are no cases, and cases without their profile, fail', () => {
  const lost =
    '{"name":"c","kind":"kubernetes","profile":"gone","version":"1.0.0","at":"2026-01-01T00:00:00Z","expect":"supported"}'
  writeFileSync(join(directory, 'classify.jsonl'), `{"no":"name"}\nnot json\n${lost}\n\n`)
  expect(check(directory).lines).toEqual([
    'classify.jsonl: 0 of 3 hold',
    '  line 1: no case with a name',
    '  line 2: no JSON',
    '  c: profile gone is not in profiles/',
    '0 passed, 3 failed',
  ])
})

test('cases in a directory within are run with their own profiles, and refused as stored they are counted apart', () => {
  mkdirSync(join(directory, 'states', 'profiles'), { recursive: true })
  const apart = bad.replace('"name":"b"', '"name":"b","tags":["stored-refused"]')
  writeFileSync(join(directory, 'classify.jsonl'), `${good}\n`)
  writeFileSync(join(directory, 'states', 'classify.jsonl'), `${good}\n${apart}\n`)
  expect(check(directory).lines).toEqual([
    'classify.jsonl: 1 of 1 hold',
    'states/classify.jsonl: 1 of 1 hold',
    'states/classify.jsonl, refused as stored: 0 of 1 hold',
    '  b: expect: expected "expired", got "supported"',
    '2 passed, 1 failed',
  ])
})

test('a directory without cases that we know does not count as passed', () => {
  writeFileSync(join(directory, 'other.jsonl'), `${good}\n`)
  expect(check(directory)).toEqual({ lines: ['other.jsonl: not known, skipped', '0 passed, 0 failed'], holds: false })
})

test('the first difference is found at any depth, absent counting as undefined', () => {
  expect(firstDifference({ a: [1, { b: 2 }] }, { a: [1, { b: 3 }] })).toBe('a[1].b: expected 2, got 3')
  expect(firstDifference({ a: 1 }, { a: 1, b: undefined })).toBeNull()
  expect(firstDifference({ a: 1 }, { a: 1, b: null })).toBe('b: expected nothing, got null')
  expect(firstDifference([1], [1, 2])).toBe('[1]: expected nothing, got 2')
})

function check(path: string): { lines: string[]; holds: boolean } {
  const lines: string[] = []
  const holds = checkDirectory(path, (line) => lines.push(line))
  return { lines, holds }
}

test('the controller looks again in the window of tomorrow', () => {
  const night = parseWindow({ begin: '220000+0000', end: '230000+0000' })
  expect(requeueBounds(night, Date.parse('2026-06-01T22:10:00Z'))).toEqual({ min: 85_800, max: 88_500 })
  expect(requeueBounds(night, Date.parse('2026-06-01T12:00:00Z'))).toEqual({ min: 36_000, max: 38_700 })
})

import { describe, expect, test } from 'vitest'
import type { EditBody } from '@/lib/contract/edits'
import type { WhatIfAnswer } from '@/lib/contract/what-if'
import { heldRuleText } from '@/lib/words/findings'
import { rulesThatHold } from './rules-that-hold'
import { editedProfile } from './source'
import { warningsBeside } from './suggested'
import { AT, LISTS, sourceOf } from './testdata'

const at = Date.parse(AT)

const NONE = {
  stuck: 0,
  stuckSooner: 0,
  stuckLater: 0,
  freed: 0,
  forced: 0,
  earlier: 0,
  later: 0,
  unforced: 0,
  target: 0,
  auto: 0,
}

function held(edits: readonly EditBody[], { accepted = true, isNamespaced = false } = {}, source = sourceOf()) {
  const answer = { accepted, edits: edits.map(() => ({ problem: null, warnings: [], changes: NONE })) }
  return rulesThatHold({ edits, after: editedProfile(source, edits).profile, answer, isNamespaced, at }).map(
    heldRuleText,
  )
}

const IN_USE = 'No version that Gardener counts as in use is removed.'
const ONE = 'At most one version per minor is supported.'
const remove: EditBody = { kind: 'remove', image: null, version: '1.32.9' }
const promote = (version: string): EditBody => ({ kind: 'classify', image: null, version, classification: 'supported' })

describe('only what was checked is said to hold', () => {
  test('that no version in use is removed, once nothing else is refused: Gardener does not ask before', () => {
    expect(held([remove])).toContain(IN_USE)
    expect(held([remove, promote('1.34.4')], { accepted: false })).not.toContain(IN_USE)
  })

  test('that one version per minor is supported, by looking at the versions', () => {
    expect(held([promote('1.35.0')])).toContain(ONE)
    expect(held([promote('1.34.4')], { accepted: false })).not.toContain(ONE)
  })

  test('also of stages that are yet to come, which Gardener does not compare', () => {
    const lifecycle = [{ classification: 'supported' as const, startTime: '2026-10-01T00:00:00Z' }]
    const kubernetes = [
      { version: '1.36.2', lifecycle: [{ classification: 'preview' as const, startTime: '2026-10-01T00:00:00Z' }] },
      { version: '1.36.1', lifecycle },
    ]
    const source = sourceOf({ ...LISTS, kubernetes })
    expect(held([promote('1.36.2')], {}, source)).not.toContain(ONE)
  })

  test('that Gardener would accept a date in the past only where it would', () => {
    const edits: EditBody[] = [
      { kind: 'expire', image: null, version: '1.33.7', expirationDate: '2027-09-01T23:59:59Z' },
    ]
    expect(held(edits)).toContain('No date lies in the past. Gardener would accept a date in the past too.')
    expect(held(edits, { isNamespaced: true })).toContain('No date lies in the past.')
  })
})

describe('warnings stand beside edits', () => {
  const warning = (text: string): WhatIfAnswer['edits'][number] => ({
    problem: null,
    changes: NONE,
    warnings: [{ code: 'forces-minor', text }],
  })
  const texts = (all: ReturnType<typeof warningsBeside>) => all.map((some) => some.map(({ text }) => text))
  const edits = [remove, promote('1.34.4')]

  test('as the answer has them', () => {
    const same = { edits, answer: { edits: [warning('a'), warning('b')] } }
    expect(texts(warningsBeside(edits, same, []))).toEqual([['a'], ['b']])
  })

  test('while remedies are offered, as with them: those of a remedy beside the edit that needs it', () => {
    const remedy: EditBody = { kind: 'classify', image: null, version: '1.34.3', classification: 'deprecated' }
    const remedied = { edits: [...edits, remedy], answer: { edits: [warning('a'), warning('b'), warning('c')] } }
    expect(texts(warningsBeside(edits, remedied, [1]))).toEqual([['a'], ['b', 'c']])
  })
})

import { expect, test } from 'vitest'
import { fieldsOf, flag, instant, listOf, number, oneOf, orNull, text } from './fetch-json'

interface Told {
  readonly name: string
  readonly clusters: number
  readonly since: string | null
  readonly stage: 'preview' | 'supported'
  readonly isCut: boolean
  readonly course: readonly number[]
}

const isTold = fieldsOf<Told>({
  name: text,
  clusters: number,
  since: orNull(instant),
  stage: oneOf(['preview', 'supported']),
  isCut: flag,
  course: listOf(number),
})

const told = { name: 'aws', clusters: 3, since: null, stage: 'preview', isCut: false, course: [1, 2] }

test.each<[string, unknown, boolean]>([
  ['what it should be', told, true],
  ['with more than is read', { ...told, more: 1 }, true],
  ['with an instant', { ...told, since: '2026-11-21T18:00:00Z' }, true],
  ['without a field', { ...told, name: undefined }, false],
  ['a text for a number', { ...told, clusters: '3' }, false],
  ['a number that is none', { ...told, clusters: Number.NaN }, false],
  ['a text that is no instant', { ...told, since: 'yesterday' }, false],
  ['a word that is not known', { ...told, stage: 'retired' }, false],
  ['a number for a flag', { ...told, isCut: 0 }, false],
  ['a list with something else in it', { ...told, course: [1, null] }, false],
  ['a list that is none', { ...told, course: { length: 0 } }, false],
  ['a list without end', { ...told, course: Array(30_000).fill(1) }, false],
  ['nothing', null, false],
  ['a text', 'told', false],
])('%s', (_, value, isRight) => {
  expect(isTold(value)).toBe(isRight)
})

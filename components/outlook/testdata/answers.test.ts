import { expect, test } from 'vitest'
import { shootAnswer } from '@/lib/contract/clusters'
import { shootsAnswer } from '@/lib/questions/clusters/contract'
import { shootOf, shootsOf } from './answers'

test('the answers used in tests are answers of the contract', () => {
  expect(() => shootAnswer.parse(shootOf())).not.toThrow()
  expect(() => shootsAnswer.parse(shootsOf(250, 100))).not.toThrow()
})

import { expect, test } from 'vitest'
import { shootAnswer } from '@/lib/contract/clusters'
import { shootOf } from './answers'

test('the answers used in tests are answers of the contract', () => {
  expect(() => shootAnswer.parse(shootOf())).not.toThrow()
})

import { expect, test } from 'vitest'
import { codedCauseText } from './causes'

test.each([
  ['no-version', 'no version to move to'],
  ['image-kubelet < 1.31', 'image allows kubelet < 1.31'],
  ['image-unavailable os 1.2.0', 'os 1.2.0 is not available'],
  ['api-ends', 'an API ends with the minor'],
  ['an older link says it so', 'an older link says it so'],
])('%s: %s', (coded, text) => {
  expect(codedCauseText(coded)).toBe(text)
})

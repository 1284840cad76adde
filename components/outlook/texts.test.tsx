import { Children, isValidElement, type ReactNode } from 'react'
import { expect, test } from 'vitest'
import { SentenceText } from './texts'

test('two pieces of a sentence that read alike are two to React', () => {
  const shown = SentenceText({ sentence: [{ strong: '1 cluster' }, ' instead of ', { strong: '1 cluster' }, '.'] })
  const pieces = Children.toArray(isValidElement<{ children: ReactNode }>(shown) ? shown.props.children : shown)
  const keys = pieces.filter(isValidElement).map(({ key }) => key)
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(2)
})

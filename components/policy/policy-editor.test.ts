import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PolicyEditor } from './policy-editor'

test('the server sends a policy as it is, without looking for comments and values', () => {
  const text = 'days: 90 # three months'
  const html = renderToString(
    createElement(PolicyEditor, { text, problems: [], whole: 'text', onChange: () => undefined }),
  )
  expect(html).toContain(text)
  expect(html).not.toContain('data-look="comment"')
})

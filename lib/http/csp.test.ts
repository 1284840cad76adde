import { expect, test } from 'vitest'
import { contentSecurityPolicy } from './csp'

const directives = (policy: string) =>
  new Map(policy.split('; ').map((part) => part.split(/ (.*)/, 2) as [string, string]))

test('production runs no script without the nonce of this response', () => {
  const policy = directives(contentSecurityPolicy('bm9uY2U=', false, []))
  expect(policy.get('script-src')).toBe("'self' 'nonce-bm9uY2U=' 'strict-dynamic'")
  expect(policy.get('style-src')).toBe("'self' 'nonce-bm9uY2U='")
})

test('production allows nothing unsafe but style attributes', () => {
  const policy = directives(contentSecurityPolicy('bm9uY2U=', false, []))
  expect([...policy].filter(([, sources]) => sources.includes('unsafe'))).toEqual([
    ['style-src-attr', "'unsafe-inline'"],
  ])
})

test('only development may evaluate code', () => {
  expect(contentSecurityPolicy('bm9uY2U=', true, [])).toContain("'unsafe-eval'")
})

test('of other landscapes a page may ask what was made for that, and nothing else', () => {
  const policy = directives(
    contentSecurityPolicy('bm9uY2U=', false, ['https://a.example.org', 'https://b.example.org/x']),
  )
  expect(policy.get('connect-src')).toBe(
    "'self' https://a.example.org/api/landscapes/ https://a.example.org/api/badges/ https://b.example.org/x/api/landscapes/ https://b.example.org/x/api/badges/",
  )
  expect([...policy].filter(([, sources]) => sources.includes('example.org'))).toHaveLength(1)
  expect(directives(contentSecurityPolicy('bm9uY2U=', false, [])).get('connect-src')).toBe("'self'")
})

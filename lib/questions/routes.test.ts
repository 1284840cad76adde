import { expect, test } from 'vitest'
import { methodsOf, routeAt } from '@/lib/questions/routes'

test.each([
  ['/api/status', ['GET', 'HEAD', 'OPTIONS']],
  ['/api/what-if', ['OPTIONS', 'POST']],
  ['/api/shoots/garden-core/api', ['GET', 'HEAD', 'OPTIONS']],
  ['/api/shoots/garden-core/api/apply', ['OPTIONS', 'POST']],
  ['/api/shoots.csv', ['GET', 'HEAD', 'OPTIONS']],
  ['/api/cloudprofiles/garden-payments/aws-extended', ['GET', 'HEAD', 'OPTIONS']],
  ['/api/feeds/shoots/garden-core/api.ics', ['GET', 'HEAD', 'OPTIONS']],
  ['/signout', ['OPTIONS', 'POST']],
])('%s is asked with %j', (path, methods) => {
  expect(methodsOf(path)).toEqual(methods)
})

test.each([
  '/api',
  '/api/',
  '/api/nope',
  '/api/shoots/garden-core',
  '/api/shootsXcsv',
  '/api/cloudprofiles/',
  '/shoots',
])('%s is no route', (path) => {
  expect(methodsOf(path)).toBeNull()
})

test.each([
  ['GET', '/api/status', 'GET /api/status', {}],
  [
    'GET',
    '/api/shoots/garden-core/a b',
    'GET /api/shoots/[namespace]/[name]',
    { namespace: 'garden-core', name: 'a b' },
  ],
  [
    'GET',
    '/api/feeds/shoots/garden-core/api.ics',
    'GET /api/feeds/shoots/[namespace]/[name]',
    { namespace: 'garden-core', name: 'api' },
  ],
  [
    'GET',
    '/api/versions/aws/kubernetes/1.33.6',
    'GET /api/versions/[...ref]',
    { ref: ['aws', 'kubernetes', '1.33.6'] },
  ],
])('%s %s is asked of %s', (method, path, name, parts) => {
  expect(routeAt(method, path)).toEqual({ name, path: parts })
})

test('a route is not asked with the method of another', () => {
  expect(routeAt('POST', '/api/status')).toBeNull()
})

import { expect, test } from 'vitest'
import { methodsOf } from './methods'

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

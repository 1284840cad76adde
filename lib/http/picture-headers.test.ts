import { expect, test } from 'vitest'
import { pictureHeaders } from './handle'

test('a picture that everybody may see is shown for a while without asking', () => {
  expect(pictureHeaders('image/png', false)).toEqual({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=300',
  })
})

test('one that was made for somebody is shown to nobody else, on the same browser neither', () => {
  expect(pictureHeaders('image/svg+xml', true)).toEqual({
    'content-type': 'image/svg+xml',
    'cache-control': 'private, no-cache',
    vary: 'Cookie, Authorization',
  })
})

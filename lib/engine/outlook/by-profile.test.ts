import { expect, it } from 'vitest'
import { profileByProfile } from './by-profile'

it('goes through a list profile by profile, each in order', () => {
  const list = ['aws 1', 'gcp 1', 'aws 2', 'azure 1', 'gcp 2']
  expect(profileByProfile(list, (text) => text.split(' ')[0]).map((i) => list[i])).toEqual([
    'aws 1',
    'aws 2',
    'gcp 1',
    'gcp 2',
    'azure 1',
  ])
})

import { describe, expect, test } from 'vitest'
import { syncedProfileName } from './profile-name'

describe('the old name of the profile', () => {
  test.each([
    ['is filled in below 1.33', undefined, undefined, '1.32.9', 'local'],
    ['is left alone on 1.33', undefined, undefined, '1.33.0', undefined],
    ['stays on 1.33', 'local', 'local', '1.33.0', 'local'],
    ['follows the reference on 1.33', 'other', 'other', '1.33.0', 'local'],
    ['is removed from 1.34 on', 'local', 'local', '1.34.0', undefined],
    ['is not filled in from 1.34 on', undefined, undefined, '1.34.0', undefined],
    ['is kept on creation', 'local', null, '1.34.0', 'local'],
    ['is not removed in the write that sets it', 'local', undefined, '1.34.0', 'local'],
  ])('%s', (_, current, before, kubernetes, expected) => {
    expect(syncedProfileName('local', current, before, kubernetes)).toBe(expected)
  })
})

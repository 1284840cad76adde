import { expect, test } from 'vitest'
import { withOperationsOf } from './moved'

const asked = {
  metadata: {
    name: 'dev',
    annotations: {
      'gardener.cloud/operation': 'force-in-place-update',
      'maintenance.gardener.cloud/operation': 'rotate-ssh-keypair',
      'acme.example/team': 'core',
    },
  },
}

test.each([
  ['has been done, it is asked for no longer', {}, { 'acme.example/team': 'core' }],
  [
    'waits, it is still asked for',
    { 'gardener.cloud/operation': 'force-in-place-update' },
    { 'gardener.cloud/operation': 'force-in-place-update', 'acme.example/team': 'core' },
  ],
])('where an operation %s', (_, annotations, left) => {
  expect(withOperationsOf(asked, { annotations })).toEqual({ metadata: { name: 'dev', annotations: left } })
})

test('a shoot without annotations is asked for nothing', () => {
  const plain = { metadata: { name: 'dev' } }
  expect(withOperationsOf(plain, { annotations: {} })).toBe(plain)
})

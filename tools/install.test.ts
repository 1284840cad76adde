import { expect, test } from 'vitest'
import { matches } from './install.mjs'

const linux = { platform: 'linux', arch: 'x64' }
const locked = {
  packages: {
    '': {},
    'node_modules/next': { version: '16.4.5' },
    'node_modules/fast-linux': { version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'] },
    'node_modules/fast-mac': { version: '1.0.0', optional: true, os: ['darwin'], cpu: ['arm64'] },
    'node_modules/not-windows': { version: '2.0.0', optional: true, os: ['!win32'] },
  },
}
const next = { 'node_modules/next': { version: '16.4.5' } }
const fastLinux = { 'node_modules/fast-linux': { version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'] } }
const fastMac = { 'node_modules/fast-mac': { version: '1.0.0', optional: true, os: ['darwin'], cpu: ['arm64'] } }

test.each([
  ['takes what npm installed for this machine', { ...next, ...fastLinux }, true],
  ['takes an install without optional packages', next, true],
  [
    'takes an exclusion of another platform',
    { ...next, 'node_modules/not-windows': { version: '2.0.0', os: ['!win32'] } },
    true,
  ],
  ['installs when a package is missing', fastLinux, false],
  ['installs when a package has another version', { 'node_modules/next': { version: '16.4.4' } }, false],
  [
    'installs when a package is there that is locked no longer',
    { ...next, 'node_modules/old': { version: '1.0.0' } },
    false,
  ],
  ['installs when the packages were made for another machine', { ...next, ...fastMac }, false],
])('%s', (_, packages, expected) => {
  expect(matches(locked, { packages }, linux)).toBe(expected)
})

test('installs when nothing was installed, or only half', () => {
  expect(matches(locked, undefined, linux)).toBe(false)
})

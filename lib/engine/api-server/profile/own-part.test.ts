import { expect, it } from 'vitest'
import { image, imageVersion, profile, version } from '@/lib/engine/testdata/builders'
import type { ProfileOverrides } from './namespaced'
import { idleOverrides, ownPart } from './own-part'

const parent = profile(
  ['1.33.1 supported', '1.32.1 deprecated 2027-01-01'],
  image('linux', 'minor', ['1.0.0', '1.1.0']),
)

const overrides: ProfileOverrides = {
  kubernetes: [version('1.32.1 - 2027-01-01'), version('1.31.9 - 2027-02-01')],
  machineImages: [
    {
      name: 'linux',
      versions: [
        { kind: 'date', version: imageVersion('1.0.0 - 2027-02-01') },
        { kind: 'whole', version: imageVersion('1.2.0') },
      ],
    },
    { name: 'own', versions: [{ kind: 'whole', version: imageVersion('3.0.0') }] },
  ],
  machineTypes: [],
}

it.each([
  [null, '1.33.1', 'inherits'],
  [null, '1.32.1', 'overrides'],
  ['linux', '1.1.0', 'inherits'],
  ['linux', '1.0.0', 'overrides'],
  ['linux', '1.2.0', 'adds'],
  ['own', '3.0.0', 'adds'],
])('of %s %s: %s', (name, text, part) => {
  expect(ownPart(overrides, parent, name, text)).toBe(part)
})

it('names the dates of which nothing comes', () => {
  expect(idleOverrides(overrides, parent)).toEqual(['1.31.9'])
})

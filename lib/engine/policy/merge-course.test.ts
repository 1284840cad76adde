import { expect, test } from 'vitest'
import { mergeNamespacedProfile, type ProfileOverrides } from '@/lib/engine/api-server/profile/overrides'
import { expiryOf } from '@/lib/engine/rules/lifecycle'
import { DAY } from '@/lib/engine/time'
import type { CloudProfile } from '@/lib/engine/types'
import type { LifecyclePolicy } from './read'
import { mergeCourse, simulatePolicy } from './simulate'

const NOW = Date.UTC(2026, 10, 21)
const POLICY: LifecyclePolicy = { kubernetes: { expirationDuration: 120 * DAY }, machineImages: null }
const PARENT: CloudProfile = {
  kubernetes: [
    { version: '1.34.3', classification: 'supported' },
    { version: '1.34.2', classification: 'supported' },
    { version: '1.34.1', lifecycle: [{ classification: 'deprecated' }] },
  ],
  machineImages: [],
  machineTypes: [],
}
const later = NOW + 300 * DAY
const OVERRIDES: ProfileOverrides = {
  kubernetes: [
    { version: '1.34.2', expirationDate: later },
    { version: '1.34.1', expirationDate: later },
  ],
  machineImages: [],
  machineTypes: [],
}

const simulation = simulatePolicy(PARENT, POLICY, [], { now: NOW, until: NOW + 365 * DAY })
if (simulation.kind !== 'ok') throw new Error(simulation.reason)
const merged = mergeCourse(simulation.course, mergeNamespacedProfile(PARENT, OVERRIDES), OVERRIDES)
const expiry = (version: string) => {
  const found = merged.kubernetes.find((one) => one.version === version)
  return found && expiryOf(found)
}

test('a namespaced profile keeps the date that it gives a version, whatever the policy dates it in the parent', () => {
  expect(expiry('1.34.2')).toBe(later)
})

test('where it gives none, the date of the parent counts', () => {
  expect(expiry('1.34.3')).toBeNull()
})

test('a version that has stages of its own ignores the date, as Gardener does', () => {
  expect(expiry('1.34.1')).toBeNull()
})

import { describe, expect, it } from 'vitest'
import type { Shoot } from '@/lib/engine/types'
import { SHOOT_FIELDS, SharedParts, saysSame, unversioned } from './shoot-fields'
import { withEveryField } from './testdata/every-field'

const fields = Object.keys(SHOOT_FIELDS) as readonly (keyof Shoot)[]

describe('memory', () => {
  it.each(fields)('keeps %s as it is', (field) => {
    expect(new SharedParts().shoot(withEveryField())[field]).toStrictEqual(withEveryField()[field])
  })

  it.each(fields)('keeps nothing of what %s was read from', (field) => {
    const before = withEveryField()
    const kept = new SharedParts().shoot(before)[field]
    if (typeof kept === 'object') expect(kept).not.toBe(before[field])
  })

  it.each(fields)('shares %s as the table says', (field) => {
    const sharing = new SharedParts()
    const [one, other] = [sharing.shoot(withEveryField())[field], sharing.shoot(withEveryField())[field]]
    if (typeof one !== 'object') return
    expect(one === other).toBe(SHOOT_FIELDS[field].sharing === 'all')
    if (SHOOT_FIELDS[field].sharing === 'entries') expect(Object.values(one)[0]).toBe(Object.values(other as object)[0])
  })
})

describe('a change', () => {
  it.each(fields)('is one of %s, unless that is its version alone', (field) => {
    const { [field]: _, ...without } = withEveryField()
    expect(saysSame(withEveryField(), without as Shoot)).toBe(field === 'resourceVersion')
  })

  it('leaves the order of the fields as it is when the version is taken away', () => {
    const { resourceVersion: _, ...rest } = withEveryField()
    expect(JSON.stringify(unversioned(withEveryField()))).toBe(JSON.stringify(rest))
  })
})

import { describe, expect, test } from 'vitest'
import { dayWords, wallMoment } from '@/lib/browser/day-input'
import { itemsOf } from '@/lib/contract/edit-items'
import type { EditBody } from '@/lib/contract/edits'
import { daysLater, usualExpiry } from '@/lib/questions/draft/browser/dates'
import { effectRow, versionChangesBetween } from '@/lib/questions/draft/browser/effect-rows'
import { findingsOf } from '@/lib/questions/draft/browser/findings'
import { editedProfile } from '@/lib/questions/draft/browser/source'
import { sourceOf, withKubernetes } from '@/lib/questions/draft/browser/testdata'
import { itemWords, lifeText, plansOf } from '@/lib/words/edits'
import { remedyLabel } from '@/lib/words/findings'
import { policyExpiryText } from '@/lib/words/policy'
import { dayText, instantText, momentText } from '@/lib/words/time-text'
import { flagDate, spanName } from '@/lib/words/when'

/** An expiry that is meant for the end of a day is one day on every page and for every reader: that of UTC, which is said where it differs. */

const EXPIRES = '2027-03-22T23:59:00Z'
const at = Date.parse(EXPIRES)
const dated = withKubernetes((all) =>
  all.map((one) => (one.version === '1.32.9' ? { ...one, expirationDate: EXPIRES } : one)),
)
const expire: EditBody = { kind: 'expire', image: null, version: '1.32.9', expirationDate: EXPIRES }

function places(zone: string): Record<string, string> {
  const source = sourceOf(dated)
  const edited = editedProfile(sourceOf(), [expire]).profile
  const [change] = versionChangesBetween(sourceOf().profile, edited)
  const [item] = itemsOf([expire])
  const version = source.profile.kubernetes.find((one) => one.version === '1.32.9')
  const span = { look: 'supported', from: null, to: at } as const
  const others = [{ kind: 'classify', image: null, version: '1.33.7', classification: 'preview' } as const]
  const clash = {
    stage: 'validation',
    rule: 'supported-twice',
    type: 'FieldValueForbidden',
    field: 'spec.kubernetes.versions[0]',
    subject: { image: null, version: '1.32.9' },
    text: '',
    message: '',
    place: '',
  } as const
  const rivals = withKubernetes((all) => [
    ...all,
    { version: '1.32.8', classification: 'supported', expirationDate: EXPIRES },
  ])
  const [finding] = findingsOf([{ ...clash, edits: [0] }], {
    edits: [...others],
    after: sourceOf(rivals).profile,
    at: source.at,
  })
  const remedy = finding?.remedies[0]
  if (!version || !change || !item || !remedy) throw new Error('the test has nothing to look at')
  return {
    'the profile, a flag': flagDate(at, zone, source.at),
    'the profile, a stage': spanName('1.32.9', span, zone),
    'the workbench, an edit': itemWords(item, source.profile, source.at, zone).note,
    'the workbench, a version': lifeText(version, source.at, zone),
    'the workbench, a ghost': effectRow({ ...change, before: version }, source.at, zone).was?.text ?? '',
    'the workbench, a remedy': remedyLabel(remedy, zone),
    'what owners are told': plansOf([expire], zone)[0] ?? '',
    'the policy': policyExpiryText(EXPIRES, zone),
  }
}

describe.each([
  ['Europe/Berlin', ' UTC'],
  ['UTC', ''],
  ['America/Los_Angeles', ''],
  ['Pacific/Kiritimati', ' UTC'],
])('for a reader in %s an expiry at 23:59 UTC on 22 March', (zone, said) => {
  test.each(Object.keys(places('UTC')))(`is 22 Mar${said} on %s`, (place) => {
    expect(dayText(at, zone)).toBe(`22 Mar 2027${said}`)
    expect(places(zone)[place]).toMatch(new RegExp(`\\b22 Mar( 2027)?${said === '' ? '(?! UTC)' : said}`))
    expect(places(zone)[place]).not.toContain('23 Mar')
  })

  test('stands as that day in the form that sets it', () => {
    expect(dayWords(wallMoment(at, 'UTC').day)).toBe('22 Mar 2027')
  })
})

describe('what is told of an instant by its day alone', () => {
  test.each([
    ['2027-03-22T23:58:59Z', 'Europe/Berlin', '23 Mar 2027'],
    ['2027-03-22T23:59:00Z', 'Europe/Berlin', '22 Mar 2027 UTC'],
    ['2027-03-22T23:59:59Z', 'Europe/Berlin', '22 Mar 2027 UTC'],
    ['2027-03-22T23:59:59Z', 'UTC', '22 Mar 2027'],
    ['2027-03-22T23:59:59Z', 'America/Los_Angeles', '22 Mar 2027'],
    ['2027-03-23T00:00:00Z', 'America/Los_Angeles', '22 Mar 2027'],
    ['2027-03-23T00:00:00Z', 'Europe/Berlin', '23 Mar 2027'],
    ['2026-12-31T23:59:59Z', 'Asia/Kolkata', '31 Dec 2026 UTC'],
  ])('%s in %s is %s', (instant, zone, text) => {
    const time = Date.parse(instant)
    expect(dayText(time, zone)).toBe(text)
  })

  test('its time of day stands beside the day that the reader has then', () => {
    expect(momentText('2027-03-22T23:59:59Z', 'Europe/Berlin', at)).toBe('Tue 23 Mar 00:59')
    expect(instantText('2027-03-22T23:59:59Z', 'Europe/Berlin')).toBe('23 Mar 2027 00:59 +01:00')
  })
})

test.each([0, 30, 60, 120, 200])(
  'what is proposed for %i days from now ends a day of UTC, wherever the reader is',
  (days) => {
    const now = Date.parse('2026-11-21T18:00:00Z')
    const end = daysLater(now, days)
    expect(wallMoment(end, 'UTC').clock).toBe('23:59:59')
    expect(Math.floor((end - now) / 86_400_000)).toBe(days)
  },
)

test('the usual expiry is a working day of UTC', () => {
  expect(wallMoment(usualExpiry(Date.parse('2026-11-21T18:00:00Z')), 'UTC')).toEqual({
    day: '2027-03-22',
    clock: '23:59:59',
  })
})

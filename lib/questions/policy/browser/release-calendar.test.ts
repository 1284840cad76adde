import { describe, expect, test } from 'vitest'
import { readCalendar } from './release-calendar'

const IMAGES = ['gardenlinux', 'suse-chost', 'suse']
const read = (text: string) => readCalendar(text, IMAGES)
const line = ({ date, image, version, classification }: ReturnType<typeof read>['releases'][number]) =>
  [date, image ?? 'Kubernetes', version, classification ?? 'unclassified'].join(' ')

describe('a line per release', () => {
  test.each([
    [
      'a version alone is one of Kubernetes, unclassified',
      '2027-01-12 1.36.0',
      '2027-01-12 Kubernetes 1.36.0 unclassified',
    ],
    ['with a classification', '2027-01-12, v1.36.0, Preview', '2027-01-12 Kubernetes 1.36.0 preview'],
    ['of an image', '2027-02-01\tgardenlinux 2150.2.0 supported', '2027-02-01 gardenlinux 2150.2.0 supported'],
    [
      'of the image with the longer name',
      '2027-02-01 suse-chost 15.7.20270201',
      '2027-02-01 suse-chost 15.7.20270201 unclassified',
    ],
    ['a minor is its first patch', 'Kubernetes 1.37 comes 2027-04-20', '2027-04-20 Kubernetes 1.37.0 unclassified'],
  ])('%s', (_, text, expected) => {
    const { releases, problems } = read(text)
    expect(releases.map(line)).toEqual([expected])
    expect(problems).toEqual([])
  })

  test('comments and empty lines are passed over; what cannot be read is told with its line', () => {
    const { releases, problems } = read(
      '# ours\n\n2027-01-12 1.36.0\n2027-02-30 1.36.1\nnext year 1.37.0\n2027-03-01 newest\n',
    )
    expect(releases.map(line)).toEqual(['2027-01-12 Kubernetes 1.36.0 unclassified'])
    expect(problems).toEqual([
      'Line 4: it has no day like 2027-01-12.',
      'Line 5: it has no day like 2027-01-12.',
      'Line 6: "newest" names no version.',
    ])
  })
})

test('iCalendar: days with and without a time, folded lines, other parts left out', () => {
  const text = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'BEGIN:VEVENT',
    'UID:1',
    'DTSTART;VALUE=DATE:20270112',
    'SUMMARY:Kubernetes v1.36.0 is',
    '  added as preview',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'DTSTART:20270201T090000Z',
    'SUMMARY:gardenlinux 2150.2.0\\, supported',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'DTSTART:20270301',
    'SUMMARY:Code freeze',
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n')
  const { releases, problems } = read(text)
  expect(releases.map(line)).toEqual([
    '2027-01-12 Kubernetes 1.36.0 preview',
    '2027-02-01 gardenlinux 2150.2.0 supported',
  ])
  expect(problems).toEqual(['Line 13: "Code freeze" names no version.'])
})

test('a version that no answer can carry is told, and of many lines only the first', () => {
  const long = read(`2027-01-12 1.36.0-${'x'.repeat(200)}\n2027-01-13 1.36.1`)
  expect(long.releases.map(line)).toEqual(['2027-01-13 Kubernetes 1.36.1 unclassified'])
  expect(long.problems).toEqual(['Line 1: its version has 207 characters; at most 128 can be told.'])
  const { problems } = read('2027-01-12 newest\n'.repeat(1000))
  expect([problems.length, problems.at(-1)]).toEqual([51, '950 more lines cannot be read.'])
})

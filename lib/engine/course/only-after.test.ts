import { expect, it } from 'vitest'
import { image, instant, profile, shoot, worker } from '@/lib/engine/testdata/builders'
import { memoized } from '@/lib/engine/testdata/memoized'
import type { CloudProfile, MaintenanceTimeWindow } from '@/lib/engine/types'
import { forecast } from './forecast'

const at = (text: string) => instant(`2026-11-${text}:00Z`)
const expires = (text: string, ...others: string[]) =>
  profile(['1.35.6', `1.34.8 deprecated 2026-11-${text}`, ...others])
const usual = { begin: '220000+0000', end: '230000+0000' }

const day = (moment: number) => new Date(moment).toISOString().slice(5, 16)

it.each<[string, CloudProfile, MaintenanceTimeWindow | undefined, string, string]>([
  ['before the window', expires('29T21:59:59Z'), usual, '26T08:00', '11-29T22:45 any'],
  ['as the window begins', expires('29T22:00:00Z'), usual, '26T08:00', '11-29T22:45 any'],
  ['within it', expires('29T22:30:00Z'), usual, '26T08:00', '11-29T22:45 after 11-29T22:30, else 11-30T22:00'],
  [
    'just before its latest start',
    expires('29T22:44:59Z'),
    usual,
    '26T08:00',
    '11-29T22:45 after 11-29T22:44, else 11-30T22:00',
  ],
  ['at its latest start', expires('29T22:45:00Z'), usual, '26T08:00', '11-30T22:45 any'],
  [
    'after the latest start of a short one',
    expires('29T22:30:00Z'),
    { begin: '220000+0000', end: '223000+0000' },
    '26T08:00',
    '11-30T22:15 any',
  ],
  [
    'within a whole day',
    expires('29T22:30:00Z'),
    { begin: '220000', end: '230000' },
    '26T08:00',
    '11-29T23:59 after 11-29T22:30, else 11-30T00:00',
  ],
  ['before now, in an open window', expires('29T22:10:00Z'), usual, '29T22:20', '11-29T22:45 any'],
  [
    'after now, in an open window',
    expires('29T22:30:00Z'),
    usual,
    '29T22:20',
    '11-29T22:45 after 11-29T22:30, else 11-30T22:00',
  ],
  [
    'together with what it is forced to',
    expires('29T22:30:00Z', '1.34.9 deprecated 2026-11-29T22:40:00Z'),
    usual,
    '26T08:00',
    '11-29T22:45 after 11-29T22:40, else not known',
  ],
  [
    'of a version that is nothing to the cluster',
    expires('29T21:00:00Z', '1.33.1 deprecated 2026-11-29T22:30:00Z'),
    usual,
    '26T08:00',
    '11-29T22:45 any',
  ],
])('an expiry %s', (_, offered, window, from, expected) => {
  const { window: __, ...rest } = shoot('1.34.8')
  const one = window === undefined ? rest : { ...rest, window }
  const [step] = forecast(one, memoized(offered), { from: at(from), to: at('30T23:59') }).steps
  const { onlyAfter } = step ?? {}
  const told = onlyAfter
    ? `after ${day(onlyAfter.at)}, else ${onlyAfter.otherwise === null ? 'not known' : day(onlyAfter.otherwise.begin)}`
    : 'any'
  expect(step && `${day(step.at)} ${told}`).toBe(expected)
})

it('with something else to do before it, the next night is not known', () => {
  const offered = profile(
    ['1.35.6', '1.34.8 deprecated 2026-11-29T22:30:00Z'],
    image('linux', 'minor', ['2.0.0', '1.0.0 deprecated 2026-11-29T21:00:00Z']),
  )
  const [step] = forecast(shoot('1.34.8', [worker('w linux 1.0.0')]), memoized(offered), {
    from: at('26T08:00'),
    to: at('30T23:59'),
  }).steps
  expect(step?.onlyAfter).toEqual({ at: at('29T22:30'), otherwise: null })
})

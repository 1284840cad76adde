import { expect, test } from 'vitest'
import { instant, shoot } from '@/lib/engine/testdata/builders'
import { rollOutMoment } from './roll-out-moment'

const window = { begin: '220000+0100', end: '230000+0100' }

test.each([
  ['is rolled out at once', {}, '2026-11-21T12:00:00Z', null],
  ['waits for the next window when roll-outs are confined', { window }, '2026-11-21T12:00:00Z', '2026-11-21T21:00:00Z'],
  [
    'waits for the open window as long as a maintenance may begin',
    { window },
    '2026-11-21T21:45:00Z',
    '2026-11-21T21:00:00Z',
  ],
  ['waits for tomorrow after that', { window }, '2026-11-21T21:45:01Z', '2026-11-22T21:00:00Z'],
])('a change of the owner %s', (_, more, at, begin) => {
  const subject = shoot('1.33.5', [], { confineSpecUpdateRollout: begin !== null, ...more })
  const moment = rollOutMoment(subject, instant(at))
  expect(moment.kind === 'at-once' ? null : moment.window.begin).toBe(begin === null ? null : instant(begin))
})

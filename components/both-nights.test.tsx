import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { ClockProvider } from '@/lib/browser/clock'
import type { NextEvent } from '@/lib/contract/steps'
import type { WhatIfRow } from '@/lib/contract/what-if'
import type { FindAnswer } from '@/lib/questions/find/contract'
import type { ProjectAnswer, WallCellAnswer } from '@/lib/questions/projects/contract'
import { outlookLines } from '@/lib/words/draft'
import { noticeText } from '@/lib/words/draft-notice'
import { nightWords } from '@/lib/words/plan'
import { beforeOf, projectHeadline, projectNotice } from '@/lib/words/project'
import { cellNotice } from '@/lib/words/teams'
import { ticketText } from '@/lib/words/ticket'
import { resultText, type TonightRow } from '@/lib/words/tonight'
import { NextEventCell } from './clusters/shoot-row'
import { eventOf, NOW, rowOf, STEPS, shootOf, windowFrom } from './outlook/testdata/answers'
import { NextForced, Stuck } from './overview/cluster-lists'
import { PathsChart } from './projects/paths-chart'
import { CellClusters } from './projects/teams/cell-panel'
import { findGroups } from './shell/find-items'

/** A version that expires within a window may be left in that night or in the next one: every place says it in the words of the list. */

const ZONE = '+01:00'
const nodes = { min: 9, max: 9 }
const sure = eventOf({ nodes })
const onlyAfter = { at: '2026-12-15T21:30:00Z', otherwise: windowFrom('2026-12-16T21:00:00Z') }
const failing: NextEvent = { ...sure, kind: 'fails', kinds: ['fails'], to: null, cause: 'no-version' }

/** What a reader sees of a part of a page. */
function seen(part: ReactNode): string {
  const html = renderToStaticMarkup(
    <SearchParamsContext value={new URLSearchParams({ at: NOW })}>
      <ClockProvider zone={ZONE} isClusters={false} renderedAt={Date.parse(NOW)}>
        {part}
      </ClockProvider>
    </SearchParamsContext>,
  )
  const text = html.replaceAll(/<\/t[dh]>/g, '\n').replaceAll(/<[^>]+>/g, '')
  return text.replaceAll('&gt;', '>')
}

/** The cell of a table that begins so. */
const cellOf = (part: ReactNode, begin: string) =>
  seen(part)
    .split('\n')
    .find((text) => text.startsWith(begin)) ?? ''

const cluster = { namespace: 'garden-payments', name: 'settlement', project: 'payments' }
const profile = { kind: 'CloudProfile', name: 'aws' } as const

function project(next: NextEvent): ProjectAnswer {
  const isStuck = next.kind === 'fails'
  const item = { ...cluster, next }
  const answer = {
    name: 'payments',
    at: NOW,
    auto: null,
    figures: { clusters: 3, forced: { clusters: 1, updates: 1, nodes } },
    forced: isStuck ? [] : [item],
    stuck: isStuck
      ? { total: 1, items: [{ ...item, failing: null, until: null, remedy: null }] }
      : { total: 0, items: [] },
  }
  return answer as unknown as ProjectAnswer
}

const tonight = (next: NextEvent, part: Partial<TonightRow>): string => {
  const row = { ...next, state: 'toCome' as const, clusters: 1, windows: [{ ...next.window, clusters: 1 }] }
  const rest = {
    reconciling: false,
    progress: null,
    lastDoneAt: null,
    foreseen: true,
    failureReason: null,
    reported: null,
  }
  return resultText({ ...row, ...rest, ...part }, '2026-12-15T20:00:00Z', true)
}

const draftRow = (before: NextEvent, after: NextEvent): WhatIfRow => ({
  ...cluster,
  profile,
  change: 'stuck',
  before,
  after,
  ofPart: { before: true, after: true },
  shiftDays: 0,
  nextForced: { before, after },
  outlook: { before: [before], after: [after] },
  edits: [],
})

const auto = { date: '2026-12-01', clusters: 2, nodes: { min: 0, max: 0 } }

const lineWith = (text: string, word: string) => text.split('\n').find((line) => line.includes(word)) ?? ''

const cell = (next: NextEvent): WallCellAnswer => {
  const load = { forced: 1, fails: 0, auto: 0, nodes }
  const found = { project: 'payments', owner: null, ...load, before: null, total: 1, again: 0, causes: [] }
  return {
    revision: '1',
    observedAt: NOW,
    at: NOW,
    ...found,
    items: [{ ...cluster, profile, next }],
  }
}

/** Of each place: what it says of an update, and of one that fails where it tells them apart. */
const PLACES: readonly [string, (next: NextEvent, fails: NextEvent) => string, string, string][] = [
  [
    'the list',
    (next) => seen(<NextEventCell row={{ ...rowOf(), next, nextForced: next, asked: null }} />),
    'forcedTue 15 Dec→ 1.33.7',
    'forcedTue 15 Dec→ 1.33.7, if maintenance begins after 22:30, else Wed 16 Dec',
  ],
  [
    'the overview, next forced updates',
    (next) => cellOf(<NextForced next={{ total: 1, items: [{ ...cluster, profile, next }] }} />, '22:00'),
    '22:00',
    '22:00, if maintenance begins after 22:30, else Wed 16 Dec',
  ],
  [
    'the overview, stuck',
    (_, next) => {
      const items = [{ ...cluster, profile, next, failing: null }]
      const group = { profile, cause: next.cause ?? '', clusters: 1, remedies: [] }
      return seen(<Stuck stuck={{ total: 1, causes: 1, groups: [group], items }} />).split('settlement ')[1] ?? ''
    },
    'from Tue 15 Dec on',
    'from Tue 15 Dec on, if maintenance begins after 22:30, else Wed 16 Dec',
  ],
  [
    'a project, the headline',
    (next) => projectHeadline(project(next), [], ZONE).fact,
    '1 of 3 clusters is forced to move by 15 Dec',
    '1 of 3 clusters is forced to move by 16 Dec',
  ],
  [
    'a project, who is stuck',
    (_, fails) => projectHeadline(project(fails), [], ZONE).warning,
    'settlement will be stuck: it fails from Tue 15 Dec on.',
    'settlement will be stuck: it fails from Tue 15 Dec on, if maintenance begins after 22:30, else Wed 16 Dec.',
  ],
  [
    'a project, what comes before',
    (next) => beforeOf({ ...project(next), auto: { ...auto, next: sure } }, ZONE)?.text ?? '',
    '2 clusters auto-update. The first goes to Kubernetes 1.33.7. The first forced one is settlement, Tue 15 Dec 22:00 +01:00.',
    '2 clusters auto-update. The first goes to Kubernetes 1.33.7. The first forced one is settlement, Tue 15 Dec 22:00 +01:00, if maintenance begins after 22:30, else Wed 16 Dec.',
  ],
  [
    'a project, a cluster',
    (next) => {
      const life = {
        same: 0,
        version: '1.32.9',
        stage: 'deprecated',
        segments: [],
        stuckFrom: null,
        marks: [],
        last: null,
      }
      const range = { from: '2026-11-01T00:00:00Z', until: '2027-09-08T00:00:00Z' }
      const answer = { ...project(next), ...range, paths: [{ ...cluster, profile, ...life, next }] }
      const text = seen(<PathsChart project={answer as ProjectAnswer} now={Date.parse(NOW)} freezes={[]} />)
      return text.slice(text.indexOf('Tue 15 Dec'))
    },
    'Tue 15 Dec\n→ 1.33.7 \n 9 roll\n',
    'Tue 15 Dec\n→ 1.33.7 if maintenance begins after 22:30, else Wed 16 Dec\n 9 roll\n',
  ],
  [
    'a project, the notice',
    (next) => lineWith(projectNotice(project(next), [{ from: '2026-12-16', to: '2026-12-16' }], ZONE), '- '),
    '- Tue 15 Dec 22:00: settlement, Kubernetes 1.32.9 → 1.33.7, 9 nodes roll',
    '- Tue 15 Dec 22:00, if maintenance begins after 22:30, else Wed 16 Dec: settlement, Kubernetes 1.32.9 → 1.33.7, 9 nodes roll (freeze)',
  ],
  [
    'a project, the notice of what fails',
    (_, fails) => lineWith(projectNotice(project(fails), [], ZONE), 'settlement fails'),
    'settlement fails every night from 15 Dec 2026 on: no version to move to.',
    'settlement fails every night from 15 Dec 2026 on, if maintenance begins after 22:30, else Wed 16 Dec: no version to move to.',
  ],
  [
    'the wall, a cell',
    (next) => cellOf(<CellClusters cell={cell(next)} />, '22:00'),
    '22:00–23:00',
    '22:00–23:00, if maintenance begins after 22:30, else Wed 16 Dec',
  ],
  [
    'the wall, the notice',
    (next) => lineWith(cellNotice(cell(next), 'Tue 15 Dec 2026', ZONE, NOW), '- '),
    '- settlement: Kubernetes 1.32.9 → 1.33.7, forced, 9 nodes roll',
    '- settlement: Kubernetes 1.32.9 → 1.33.7, forced, if maintenance begins after 22:30, else Wed 16 Dec, 9 nodes roll',
  ],
  [
    'tonight, to come',
    (next) => tonight(next, {}),
    'forced',
    'forced, if maintenance begins after 22:30, else Wed 16 Dec',
  ],
  [
    'tonight, open',
    (next) => tonight(next, { state: 'open' }),
    'not begun',
    'not begun, if maintenance begins after 22:30, else Wed 16 Dec',
  ],
  [
    'tonight, will fail',
    (_, fails) => tonight(fails, { state: 'willFail' }),
    'no version to move to',
    'no version to move to, if maintenance begins after 22:30, else Wed 16 Dec',
  ],
  [
    'what is found',
    (next) => {
      const found = { kind: 'shoot', ...cluster, kubernetes: '1.32.9', next } as const
      const answer: FindAnswer = { revision: '1', observedAt: NOW, at: NOW, instead: null, total: 1, items: [found] }
      return findGroups(answer, NOW, '')[0]?.items[0]?.note ?? ''
    },
    '1.32.9, forced in 24 d',
    '1.32.9, forced in 24 d, if maintenance begins after 22:30, else Wed 16 Dec',
  ],
  [
    'a draft, before and after',
    (next, fails) => {
      const [before, after] = (['before', 'after'] as const).map((side) => {
        return outlookLines(draftRow(next, fails), side, ZONE, NOW).map(({ text }) => text)
      })
      return `${before} | ${after}`
    },
    '15 Dec → 1.33.7, 9 nodes roll | fails from 15 Dec: no version to move to',
    '15 Dec → 1.33.7, 9 nodes roll, if maintenance begins after 22:30, else Wed 16 Dec | fails from 15 Dec, if maintenance begins after 22:30, else Wed 16 Dec: no version to move to',
  ],
  [
    'a draft, the notice',
    (next, fails) => {
      const rows = [draftRow(next, fails)]
      const none = { freed: 0, forced: 0, earlier: 0, later: 0, unforced: 0, target: 0, auto: 0 }
      const changes = { ...none, stuck: 1, stuckSooner: 0, stuckLater: 0 }
      const about = { project: 'payments', people: { owner: null, addresses: [] }, changes, profile: 'aws' }
      const hrefOf = () => '/shoots/garden-payments/settlement'
      const text = noticeText({ ...about, plans: [], rows, total: 1, now: NOW, zone: ZONE, hrefOf })
      return lineWith(text, 'settlement: ')
    },
    'settlement: Kubernetes 1.32.9, fails Tue 15 Dec 22:00–23:00 +01:00, 9 nodes roll: no version to move to (until now: Kubernetes 1.32.9 → 1.33.7, forced Tue 15 Dec 22:00–23:00 +01:00, 9 nodes roll) /shoots/garden-payments/settlement',
    'settlement: Kubernetes 1.32.9, fails Tue 15 Dec 22:00–23:00 +01:00, if maintenance begins after 22:30, else Wed 16 Dec, 9 nodes roll: no version to move to (until now: Kubernetes 1.32.9 → 1.33.7, forced Tue 15 Dec 22:00–23:00 +01:00, if maintenance begins after 22:30, else Wed 16 Dec, 9 nodes roll) /shoots/garden-payments/settlement',
  ],
  [
    'the ticket of a cluster',
    ({ onlyAfter: told = null }) => {
      const steps = STEPS.slice(1, 2).map((step) => ({ ...step, onlyAfter: told }))
      return lineWith(ticketText(shootOf({ steps }), '', ZONE), '+01:00, forced')
    },
    '- Tue 15 Dec 2026 22:00–23:00 +01:00, forced',
    '- Tue 15 Dec 2026 22:00–23:00 +01:00, forced, if maintenance begins after 22:30, else Wed 16 Dec',
  ],
  [
    'the nights before it',
    (next) => {
      const others = { clusters: 0, names: [], nodes: 0 }
      return nightWords({ window: next.window, isWeekend: false, isFrozen: false, own: next, others, isQuiet: false })
    },
    'Forced to Kubernetes 1.33.7.',
    'Forced to Kubernetes 1.33.7, if maintenance begins after 22:30, else Wed 16 Dec.',
  ],
]

describe.each(PLACES)('%s', (_, say, usual, both) => {
  test('says nothing of another night where there is none', () => {
    expect(say(sure, failing)).toBe(usual)
  })

  test('says both nights in the words of the list', () => {
    expect(say({ ...sure, onlyAfter }, { ...failing, onlyAfter })).toBe(both)
  })
})

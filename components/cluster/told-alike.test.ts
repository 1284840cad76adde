import { readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ShootAnswer } from '@/lib/contract/clusters'
import type { ForecastStepBody, NextEvent } from '@/lib/contract/steps'
import { DAY } from '@/lib/engine/time'
import { openGarden } from '@/lib/garden/open-garden'
import { buildLandscape, type Landscape } from '@/lib/landscape/landscape'
import { CASE_AT } from '@/lib/landscape/testdata/case'
import { shootBadge } from '@/lib/pictures/badge'
import { pictureNextText } from '@/lib/pictures/words'
import { shootView } from '@/lib/questions/cluster/answer/shoot'
import { entriesOf } from '@/lib/questions/feeds/answer/entries'
import { codedCauseText } from '@/lib/words/causes'
import { eventPhrase, moveText, toldKind } from '@/lib/words/event-words'
import { shootHeadline } from '@/lib/words/headline'
import { capitalized, plain } from '@/lib/words/phrases'
import { leading } from '@/lib/words/shown-steps'
import { ticketText } from '@/lib/words/ticket'
import { dayText } from '@/lib/words/time-text'
import { EVENT_WORDS } from '@/lib/words/wording'
import { ODD_GARDEN } from '../outlook/testdata/odd-garden'

/** The next forced event of every cluster, as its page, its calendar, its badge, its picture and a list say it. */

const AT = Date.parse('2026-11-21T18:00:00Z')

const CASES = 'lib/landscape/testdata/cases'

/** The kinds of events that were compared. */
const seen = new Set<string>()

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-alike-'))
  await writeFile(join(folder, 'garden.yaml'), ODD_GARDEN)
})
afterAll(() => rm(folder, { recursive: true }))

const cases: readonly (readonly [string, number, () => Parameters<typeof openGarden>[0]])[] = [
  ['the demo', AT, () => ({ GARDEN: 'demo:2026-11-21', DEMO_SHOOTS: '120' })],
  ['the demo, weeks later', AT + 25 * DAY, () => ({ GARDEN: 'demo:2026-11-21', DEMO_SHOOTS: '120' })],
  ['odd clusters', AT, () => ({ GARDEN: join(folder, 'garden.yaml') })],
  ...readdirSync(CASES).map((file) => [file, CASE_AT, () => ({ GARDEN: join(CASES, file) })] as const),
]

describe.each(cases)('%s', (_, at, garden) => {
  let landscape: Landscape
  /** The clusters that have such an event. */
  let ahead: readonly { position: number; answer: ShootAnswer; nextForced: NextEvent }[]

  beforeAll(async () => {
    const opened = openGarden(garden())
    await opened.ready()
    landscape = await buildLandscape(opened.snapshot(), at)
    ahead = [...landscape.roster.members].flatMap((_member, position) => {
      const answer = shootView(landscape, position)
      const { nextForced, flags } = answer.shoot
      return nextForced === null || flags.deleting || flags.profileMissing ? [] : [{ position, answer, nextForced }]
    })
  })

  test('the calendar says the phrase of the list', async () => {
    for (const { position, answer, nextForced } of ahead) {
      const { shoot } = answer
      const { entries } = await entriesOf(landscape, [position], ({ kind }) => kind !== 'auto')
      const entry = entries.find(({ begin }) => begin === Date.parse(nextForced.window.begin))
      const more = nextForced.more === 0 ? '' : `, and ${nextForced.more} more in the same run`
      expect(entry?.summary).toBe(`${shoot.project} / ${shoot.name}: ${eventPhrase(nextForced)}${more}`)
    }
  })

  test('the picture says it as a sentence', () => {
    for (const { answer, nextForced } of ahead) {
      const [beginning = ''] = capitalized(eventPhrase(nextForced)).split(/[:;]/)
      expect(pictureNextText(answer)).toContain(beginning)
    }
  })

  test('the badge says the word of the event', () => {
    for (const { position, nextForced } of ahead) {
      expect(shootBadge(landscape, position).text).toMatch(new RegExp(`^${EVENT_WORDS[nextForced.kind]} `))
    }
  })

  test('the headline of the page, its ticket and its steps say the same of it', () => {
    for (const { answer, nextForced } of ahead) {
      const step = answer.steps.find(({ window }) => window.begin === nextForced.window.begin)
      if (step === undefined) throw new Error(`${answer.shoot.name} has no step for its next forced event`)
      const told = ofHeadline(nextForced, step)
      for (const kind of told.kinds) seen.add(kind)
      const ticket = ticketText(answer, '', 'UTC')
      const day = dayText(nextForced.window.begin, nextForced.window.offset, { weekday: true })
      expect(ticket, 'the ticket').toContain(`- ${day}`)
      // What goes on failing is told where it begins.
      const word = nextForced.kind === 'fails' ? /, (?:fails|forced|auto-update)/ : / forced/
      expect(ticket.split('\n').find((line) => line.startsWith(`- ${day}`) && word.test(line))).toBeDefined()
      if (leading(answer.steps) !== step) continue
      const head = plain(shootHeadline(answer, at, 'UTC').lead)
      for (const words of told.words) expect(head.toLowerCase()).toContain(words.toLowerCase())
    }
  })
})

/** What a headline has to say of an event that a calendar tells, and what kinds of it that makes. */
function ofHeadline(event: NextEvent, step: ForecastStepBody): { kinds: readonly string[]; words: readonly string[] } {
  const lead = step.changes.find(({ to, from }) => to === event.to && from === event.from)
  const part = lead?.component === 'poolImage' ? 'image' : lead?.component === 'poolKubernetes' ? 'pool' : 'Kubernetes'
  if (toldKind(event) === 'fails') {
    const cause = codedCauseText(event.cause ?? '')
    const why = event.cause === 'no-version' ? `${cause} from ${moveText(event)}` : cause
    return { kinds: ['fails'], words: ['fail', ...(lead?.unreported == null ? [why] : [`${moveText(event)} stays`])] }
  }
  const nodes =
    step.asleep !== null ? [] : event.effect === 'rolling' ? ['roll'] : event.effect === 'inPlace' ? ['in place'] : []
  return {
    kinds: [`forced ${part}`, ...nodes],
    words: [...(event.kind === 'fails' ? [] : [eventPhrase(event)]), ...nodes],
  }
}

test('every kind of event was among them', () => {
  expect([...seen].sort()).toEqual(['fails', 'forced Kubernetes', 'forced image', 'forced pool', 'in place', 'roll'])
})

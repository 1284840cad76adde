import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY } from '@/lib/engine/time'
import { openGarden } from '@/lib/garden/open-garden'
import { buildIndex, type FleetIndex } from '@/lib/landscape/fleet-index'
import { shootBadge } from '@/lib/pictures/badge-words'
import { nextText } from '@/lib/questions/cluster/answer/picture-words'
import { shootView } from '@/lib/questions/cluster/answer/views/shoot'
import { entriesOf } from '@/lib/questions/feeds/answer/entries'
import { eventPhrase, toldKind } from '@/lib/words/event-words'
import { headline } from '@/lib/words/headline'
import { capitalized, plain } from '@/lib/words/phrases'
import { leading } from '@/lib/words/shown-steps'
import { EVENT_WORDS } from '@/lib/words/wording'
import { ODD_GARDEN } from '../outlook/testdata/odd-garden'

/** The next forced event of every cluster, as its page, its calendar, its badge, its picture and a list say it. */

const AT = Date.parse('2026-11-21T18:00:00Z')

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
]

describe.each(cases)('%s', (_, at, garden) => {
  let index: FleetIndex
  const ahead = () =>
    [...index.roster.members].flatMap((_member, position) => {
      const answer = shootView(index, position)
      const { nextForced, flags } = answer.shoot
      return nextForced === null || flags.deleting || flags.profileMissing ? [] : [{ position, answer, nextForced }]
    })

  beforeAll(async () => {
    const opened = openGarden(garden())
    await opened.ready()
    index = await buildIndex(opened.snapshot(), at)
  })

  test('the calendar says the phrase of the list', async () => {
    const all = ahead()
    expect(all.length).toBeGreaterThan(0)
    for (const { position, answer, nextForced } of all) {
      const { shoot } = answer
      const { entries } = await entriesOf(index, [position], ({ kind }) => kind !== 'auto')
      const entry = entries.find(({ begin }) => begin === Date.parse(nextForced.window.begin))
      const more = nextForced.more === 0 ? '' : `, and ${nextForced.more} more in the same run`
      expect(entry?.summary).toBe(`${shoot.project} / ${shoot.name}: ${eventPhrase(nextForced)}${more}`)
    }
  })

  test('the picture says it as a sentence', () => {
    for (const { answer, nextForced } of ahead()) {
      const [beginning = ''] = capitalized(eventPhrase(nextForced)).split(/[:;]/)
      expect(nextText(answer)).toContain(beginning)
    }
  })

  test('the badge says the word of the event', () => {
    for (const { position, nextForced } of ahead()) {
      expect(shootBadge(index, position).text).toMatch(new RegExp(`^${EVENT_WORDS[nextForced.kind]} `))
    }
  })

  test('the headline of the page says where the control plane is forced to, in the same words', () => {
    const heads = ahead().flatMap(({ answer, nextForced }) => {
      const isLed = leading(answer.steps)?.window.begin === nextForced.window.begin
      const isPlain = nextForced.kind === 'forced' && nextForced.what === 'Kubernetes'
      return isLed && isPlain && toldKind(nextForced) === 'forced'
        ? [[plain(headline(answer, at, 'UTC').lead), eventPhrase(nextForced)] as const]
        : []
    })
    expect(heads.length).toBeGreaterThan(0)
    for (const [head, phrase] of heads) expect(head.toLowerCase()).toContain(phrase.toLowerCase())
  })
})

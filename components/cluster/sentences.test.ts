import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ShootAnswer } from '@/lib/contract/clusters'
import { offsetMinutes, type Zone } from '@/lib/contract/zone'
import { expiryOf, stageAt } from '@/lib/engine/rules/lifecycle'
import { runs } from '@/lib/engine/testdata/runs'
import { DAY, HOUR, MINUTE } from '@/lib/engine/time'
import type { CloudProfile, ExpirableVersion } from '@/lib/engine/types'
import { openGarden } from '@/lib/garden/open-garden'
import { buildLandscape } from '@/lib/landscape/landscape'
import { shootView } from '@/lib/questions/cluster/answer/shoot'
import { chainEnd, shootHeadline } from '@/lib/words/headline'
import { plain } from '@/lib/words/phrases'
import { leading, unrecordedText } from '@/lib/words/shown-steps'
import { dayText } from '@/lib/words/time-text'
import { windowZone } from '@/lib/words/when'
import { ODD_GARDEN } from '../outlook/testdata/odd-garden'
import { obstacles } from './side'

/** Everything that is said about a cluster, with what it has to agree with. */
interface Told {
  readonly answer: ShootAnswer
  readonly profile: CloudProfile
  readonly at: number
  readonly name: string
  readonly head: string
  readonly lines: readonly string[]
  /** Of the cluster's window. */
  readonly zone: Zone
}

const AT = Date.parse('2026-11-21T18:00:00Z')
const DATE = String.raw`(\d+ (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4})`
const TIME = String.raw`(?: (\d\d:\d\d [+−]\d\d:\d\d))?`

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-odd-'))
  await writeFile(join(folder, 'garden.yaml'), ODD_GARDEN)
})
afterAll(() => rm(folder, { recursive: true }))

const landscapes: readonly (readonly [string, () => Parameters<typeof openGarden>[0]])[] = [
  ['the demo', () => ({ GARDEN: 'demo:2026-11-21', DEMO_SHOOTS: String(Math.max(60, runs(150))) })],
  ['odd clusters', () => ({ GARDEN: join(folder, 'garden.yaml') })],
]

/** The evening, a window that is open, the morning after, and weeks later: as they are and as they are foreseen to be. */
const instants = [AT, AT + 3.5 * HOUR, AT + 15 * HOUR, AT + 25 * DAY]

describe.each(landscapes)('what is said about every cluster of %s', (_, garden) => {
  const told: Told[] = []

  beforeAll(async () => {
    const opened = openGarden(garden())
    await opened.ready()
    for (const at of instants) {
      const landscape = await buildLandscape(opened.snapshot(), at)
      for (const [i, member] of landscape.roster.members.entries()) {
        const profile = landscape.snapshot.profiles.get(member.profile)?.profile
        if (profile === undefined) continue
        const answer = shootView(landscape, i)
        const { lead, before, after } = shootHeadline(answer, at, 'UTC')
        const others = [before, after].flatMap((other) => (other === null ? [] : [`${other.when} ${other.text}`]))
        const { lead: bad, side } = obstacles(answer)
        const lines = [
          ...others,
          ...[...bad, ...side].map(({ text }) => text),
          ...answer.constraints.map(({ text }) => text),
        ]
        told.push({
          answer,
          profile,
          at,
          name: `${member.shoot.name} at ${new Date(at).toISOString()}`,
          head: plain(lead),
          lines: [...lines, ...answer.advice.map(({ text }) => text)],
          zone: windowZone(member.shoot.window),
        })
      }
    }
  }, 240_000)

  /** The clusters for which something is wrong, with what is. */
  function wrong(check: (one: Told) => readonly string[]): string[] {
    expect(told.length).toBeGreaterThan(20)
    return told.flatMap((one) => check(one).map((text) => `${one.name}: ${text}`))
  }

  const matches = (texts: readonly string[], pattern: string) =>
    texts.flatMap((text) => [...text.matchAll(new RegExp(pattern, 'g'))])
  const advised = ({ answer }: Told) => answer.advice.map(({ text }) => text)

  test('no time limit lies in the past', () => {
    const past = wrong((one) => [
      ...matches(advised(one), `before (?:that of )?${DATE}${TIME}`).flatMap(([text, day = '', time]) => {
        const limit =
          Date.parse(`${day} ${time?.replace('−', '-') ?? '00:00 +00:00'}`) -
          (time === undefined ? offsetMinutes(one.zone, 0) * MINUTE : 0)
        return limit > one.at ? [] : [text]
      }),
      ...matches(advised(one), `now, until ${DATE}`).flatMap(([text, day = '']) =>
        Date.parse(`${day} 23:59 +00:00`) > one.at ? [] : [text],
      ),
    ])
    expect(past).toEqual([])
  })

  test('what spares the nights that fail is to be done before the first of them', () => {
    const late = wrong(({ answer, zone }) => {
      const failing = answer.steps.find(({ kind }) => kind === 'fails')
      return answer.advice.flatMap(({ text }) => {
        const [, day] = new RegExp(`you choose before (?:that of )?${DATE}`).exec(text) ?? []
        if (failing === undefined || day === undefined || !text.includes('No night fails then')) return []
        const due = dayText(Date.parse(failing.window.begin), zone)
        return Date.parse(`${day} UTC`) <= Date.parse(`${due} UTC`) ? [] : [`${day} is later than ${due}`]
      })
    })
    expect(late).toEqual([])
  })

  test('what failed before is said to have begun, never to begin', () => {
    const contradicting = wrong(({ answer, at, zone, head, lines }) => {
      const [first] = answer.steps
      if (first?.kind !== 'fails') return []
      const next = dayText(Date.parse(first.window.begin), zone)
      const began = (answer.stuck?.deadEnds ?? []).filter((end) => end.began !== null)
      return [
        ...(answer.stuck?.failing != null && !/^Maintenance (has failed for|failed) /.test(head) ? [head] : []),
        ...(answer.stuck?.failing == null && /^Maintenance (has failed|failed) /.test(head) ? [head] : []),
        ...began.flatMap(({ text }) => (text.startsWith('Since ') ? [] : [text])),
        ...matches(lines, `[Ss]ince ${DATE}`).flatMap(([text, day = '']) =>
          Date.parse(`${day} 00:00 +00:00`) - offsetMinutes(zone, 0) * MINUTE <= at ? [] : [text],
        ),
        ...(answer.stuck?.failing == null ? [] : lines.filter((line) => new RegExp(`[Ff]rom ${next} on`).test(line))),
      ]
    })
    expect(contradicting).toEqual([])
  })

  test('a failure begins on a night on which the forecast fails', () => {
    const elsewhere = wrong(({ answer, zone, lines }) => {
      const nights = new Set(
        answer.steps
          .filter(({ kind }) => kind === 'fails')
          .map(({ window }) => dayText(Date.parse(window.begin), zone)),
      )
      return matches(lines, `From ${DATE} on (?:the API|no version|pool|the control)`).flatMap(([text, day = '']) =>
        nights.has(day) ? [] : [text],
      )
    })
    expect(elsewhere).toEqual([])
  })

  test('the headline says where the chain ends, as the forecast does', () => {
    const cut = wrong(({ answer, head }) => {
      const step = leading(answer.steps)
      if (step === undefined || step.kind === 'fails') return []
      const change = step.changes.find(({ component, to }) => component === 'controlPlane' && to !== null)
      const isAbout = change?.to != null && head.includes(`to Kubernetes ${change.to} `)
      if (!isAbout) return []
      const { kubernetes } = answer.steps.at(-1)?.versions ?? {}
      const said = / Later updates lead to (\S+) by /.exec(head)?.[1] ?? change.to
      return said === kubernetes ? [] : [`${said}, not ${kubernetes}`]
    })
    expect(cut).toEqual([])
    expect(
      told.some(({ answer }) => answer.steps[0] !== undefined && chainEnd(answer.steps[0], answer.steps) !== null),
    ).toBe(true)
  })

  test('advice sends nobody to a version that is not supported or deprecated now', () => {
    const unfit = wrong(({ answer, profile, at }) =>
      answer.advice.flatMap(({ kind, title, text, patch }) => {
        if (kind !== 'do' && kind !== 'helps') return []
        const choices = / could run (.*?)\. /.exec(text)?.[1] ?? ''
        const sentTo = [
          ...versionsIn(patch, answer),
          ...matches([choices], String.raw`([a-z-]+) (\d\S*\d)`).map(([, image = '', version = '']) => ({
            image,
            version,
          })),
        ]
        return sentTo.flatMap(({ image, version }) => {
          const versions =
            image === null ? profile.kubernetes : profile.machineImages.find(({ name }) => name === image)?.versions
          const found = listed(versions ?? [], version)
          const stage = found === undefined ? 'not listed' : stageAt(found, at)
          return stage === 'supported' || stage === 'deprecated' ? [] : [`${title}: ${version} is ${stage}`]
        })
      }),
    )
    expect(unfit).toEqual([])
  })

  test('nobody is told that nothing was due, or that a window was not reached, on a version that expired windows ago', () => {
    const untrue = wrong(({ answer, profile, at, lines }) => {
      const { kubernetes } = answer.shoot
      const version = listed(profile.kubernetes, kubernetes.version)
      const expiry = version === undefined ? null : expiryOf(version)
      if (expiry === null || at - expiry < 3 * DAY || answer.shoot.flags.deleting) return []
      const last = answer.lastMaintenance?.at ?? null
      if (last !== null && Date.parse(last) > at - 2 * DAY) return []
      const isSaid = lines.some((line) => line.startsWith(`Kubernetes ${kubernetes.version} expired on `))
      return [
        ...(isSaid && answer.overdue ? [] : [`nothing is said of ${kubernetes.version}`]),
        ...(answer.lastMaintenance === null && !unrecordedText(answer).includes('something was due')
          ? ['none due']
          : []),
      ]
    })
    expect(untrue).toEqual([])
  })
})

function listed(versions: readonly ExpirableVersion[], wanted: string): ExpirableVersion | undefined {
  return versions.find(({ version }) => version === wanted)
}

/** To what a patch moves the control plane (`image` null) and pools. */
function versionsIn(patch: string | null, { shoot }: ShootAnswer): { image: string | null; version: string }[] {
  if (patch === null) return []
  const wanted = JSON.parse(patch)
  if (!Array.isArray(wanted)) {
    const version: string | undefined = wanted.spec.kubernetes?.version
    return version === undefined ? [] : [{ image: null, version }]
  }
  return wanted.flatMap(({ op, path, value }) => {
    if (op !== 'replace') return []
    if (path.endsWith('/machine/image')) return [{ image: value.name, version: value.version }]
    const pool = shoot.pools[Number(/workers\/(\d+)\//.exec(path)?.[1])]
    return [{ image: path.endsWith('/image/version') ? (pool?.image?.name ?? '') : null, version: value }]
  })
}

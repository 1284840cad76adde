import { beforeAll, describe, expect, it, vi } from 'vitest'
import { onWire } from '@/lib/contract/dates'
import { readEdit } from '@/lib/contract/edit-codec'
import type { EditBody } from '@/lib/contract/edits'
import { partOf, type WhatIfInput, whatIfQuery } from '@/lib/contract/what-if'
import { WHAT_IF_CHANGES } from '@/lib/engine/kinds'
import { type ComparedEvents, compareForecasts } from '@/lib/engine/outlook/difference/compare'
import { EventTally } from '@/lib/engine/outlook/difference/tally'
import { Forecaster } from '@/lib/engine/outlook/forecaster'
import { runs, share } from '@/lib/engine/testdata/runs'
import { DAY } from '@/lib/engine/time'
import type { CloudProfile } from '@/lib/engine/types'
import type { Snapshot } from '@/lib/garden'
import { profileKey } from '@/lib/garden/garden'
import { openGarden } from '@/lib/garden/open-garden'
import { draftOf, draftsOf } from '@/lib/landscape/draft'
import { editedProfiles } from '@/lib/landscape/edited-profiles'
import { buildLandscape, type Landscape } from '@/lib/landscape/landscape'
import { nightAhead } from '@/lib/landscape/zone'
import { whatIfCsv } from './rows'
import { whatIfView } from './view'

const at = Date.parse('2026-11-21T18:00:00Z')
let snapshot: Snapshot
let landscape: Landscape

beforeAll(async () => {
  const garden = openGarden({ GARDEN: 'demo:2026-11-21', DEMO_SHOOTS: '250' })
  await garden.ready()
  snapshot = garden.snapshot()
  landscape = await buildLandscape(snapshot, at)
})

const ask = (input: WhatIfInput) => whatIfView(landscape, whatIfQuery.parse(input))
const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const in30 = onWire(at + 30 * DAY)

/** For one profile, edits of everything that it lists, each alone, and some together. */
function drafts(profile: CloudProfile): EditBody[][] {
  const soon = onWire(at + 10 * DAY)
  const listed: [string | null, string][] = [
    ...profile.kubernetes.map(({ version }): [null, string] => [null, version]),
    ...profile.machineImages.flatMap(({ name, versions }) =>
      versions.map(({ version }): [string, string] => [name, version]),
    ),
  ]
  const single = listed.flatMap(([image, version]): EditBody[] => [
    { kind: 'expire', image, version, expirationDate: soon },
    { kind: 'expire', image, version, expirationDate: null },
    { kind: 'classify', image, version, classification: 'preview' },
    { kind: 'classify', image, version, classification: 'supported' },
    { kind: 'remove', image, version },
    { kind: 'schedule', image, version, lifecycle: [{ classification: 'supported', startTime: soon }] },
  ])
  const strategies = profile.machineImages.flatMap(({ name }): EditBody[] =>
    (['patch', 'minor', 'major'] as const).map((updateStrategy) => ({ kind: 'strategy', image: name, updateStrategy })),
  )
  const added: EditBody[] = [
    { kind: 'add', image: null, entry: { version: '1.33.99', classification: 'supported' } },
    { kind: 'add', image: 'gardenlinux', entry: { version: '9999.1.0', kubeletVersionConstraint: '< 1.33' } },
    { kind: 'addImage', image: 'new', updateStrategy: 'patch' },
  ]
  return [
    ...share([...single, ...strategies, ...added].filter((_, i) => i % 5 === 0)).map((edit) => [edit]),
    added,
    single.filter((_, i) => i % 7 === 0),
  ]
}

/** What is said of classes, by the name of one of their clusters. */
const told = (comparisonOf: (place: number) => ComparedEvents | undefined) =>
  Object.fromEntries(
    landscape.classes.all.flatMap(({ example }, place) => {
      const { effect, before, after } = comparisonOf(place) ?? { effect: 'unchanged' }
      if (effect === 'unchanged') return []
      const sides = [before, after].map(
        (side) => side && [side.kind, side.change, side.event.from, side.event.window, side.event.digest.changes],
      )
      return [[`${example.namespace}/${example.name}`, { effect, sides }]]
    }),
  )

describe('what edits change', () => {
  it.each(['aws', 'azure', 'gcp', 'openstack'])('is what a forecast from scratch says: %s', async (name) => {
    const entry = snapshot.profiles.get(name)
    if (entry === undefined) throw new Error(`no ${name}`)
    let changes = 0
    const forecaster = new Forecaster()
    for (const edits of drafts(entry.profile)) {
      const found = await draftOf(landscape, whatIfQuery.parse({ profile: name, edits }), undefined)
      // Nothing is remembered for a copy.
      const copies = new Map([...found.edited.profiles].map(([key, { after }]) => [key, structuredClone(after)]))
      const tally = new EventTally({ until: found.until, days: found.days.starts, soon: nightAhead('UTC', at) })
      const expected = landscape.classes.all.map((one): ComparedEvents | undefined => {
        const fresh = copies.get(one.profile)
        if (fresh === undefined) return undefined
        const { autoRotation: _, ...shoot } = one.example
        const forecast = forecaster.between(at, landscape.until, shoot, fresh)
        tally.add(one, forecast.events)
        return compareForecasts(one.forecast.events, forecast.events, found.until)
      })
      const { changed, totals, load } = found.effects
      expect({ edits, changed: told((place) => changed.get(place)?.comparison) }).toEqual({
        edits,
        changed: told((place) => expected[place]),
      })
      expect({ edits, totals: totals.after, load: load.after }).toEqual({
        edits,
        totals: tally.totals(),
        load: tally.days,
      })
      changes += changed.size
    }
    expect(changes).toBeGreaterThan(runs(100))
  })
})

describe('a draft without edits', () => {
  it('changes nothing, and before equals after', async () => {
    const answer = await ask({ profile: 'aws', edits: [] })
    expect(answer).toMatchObject({ accepted: true, defaults: [], projects: [], total: 0, items: [] })
    expect(answer.figures.changed).toBe(0)
    expect(answer.figures.forced.before).toBe(answer.figures.forced.after)
    for (const { before, after } of answer.load) expect(after).toEqual(before)
  })
})

describe('a draft', () => {
  const expire = (version: string, expirationDate: string | null = in30): EditBody => ({
    kind: 'expire',
    image: null,
    version,
    expirationDate,
  })

  it('counts each cluster once, in figures, rows and projects', async () => {
    const answer = await ask({ profile: 'aws', edits: [expire('1.34.6', onWire(at + 2 * DAY))], limit: 500 })
    const { changed, changes } = answer.figures
    expect(changed).toBeGreaterThan(0)
    expect(Object.values(changes).reduce((a, b) => a + b)).toBe(changed)
    expect(answer.total).toBe(changed)
    expect(answer.items.length).toBe(changed)
    expect(answer.projects.reduce((sum, project) => sum + project.changed, 0)).toBe(changed)
    for (const row of answer.items) expect(changes[row.change as keyof typeof changes]).toBeGreaterThan(0)
  })

  it('says of every cluster on another profile nothing at all', async () => {
    const all = await ask({ profile: 'gcp', edits: [], change: ['unchanged'], limit: 0 })
    expect(all.total).toBe(all.figures.clusters)
    expect(all.total).toBeLessThan(landscape.roster.members.length)
  })

  it('reaches the namespaced profiles that build on the edited one', async () => {
    const children = [...snapshot.profiles.values()].filter(({ parent }) => parent === 'aws')
    expect(children.length).toBeGreaterThan(0)
    const found = await draftOf(landscape, whatIfQuery.parse({ profile: 'aws', edits: [expire('1.34.6')] }), undefined)
    for (const { ref } of children) {
      const key = ref.kind === 'NamespacedCloudProfile' ? `${ref.namespace}/${ref.name}` : ref.name
      expect([...found.edited.profiles.keys()]).toContain(key)
    }
  })

  it('filters and pages its clusters, what worries most first; the figures stay those of all', async () => {
    const input = {
      profile: 'aws',
      edits: [expire('1.34.6', onWire(at + 2 * DAY)), expire('1.32.13', onWire(at + 3 * DAY))],
    }
    const all = await ask({ ...input, limit: 500 })
    const kind = all.items[0]?.change
    if (kind === undefined) throw new Error('nothing changes')
    const some = await ask({ ...input, change: [kind], offset: 1, limit: 2 })
    expect(some.figures).toEqual(all.figures)
    expect(some.total).toBe(all.items.filter((row) => row.change === kind).length)
    expect(some.items.every((row) => row.change === kind)).toBe(true)
    const order = all.items.map((row) => ({
      change: WHAT_IF_CHANGES.indexOf(row.change),
      begin: (partOf(row, 'after') ?? partOf(row, 'before'))?.window.begin ?? '',
      cluster: `${row.project}/${row.name}`,
    }))
    expect(new Set(order.map(({ change }) => change)).size).toBeGreaterThan(1)
    expect(order).toEqual(
      order.toSorted(
        (a, b) => a.change - b.change || compareText(a.begin, b.begin) || compareText(a.cluster, b.cluster),
      ),
    )
  })

  it('lists as many clusters as a figure counts otherwise, some of each change, and all that is ahead of each', async () => {
    const edits = [expire('1.34.6', onWire(at + 2 * DAY)), expire('1.32.13', null)]
    const all = await ask({ profile: 'aws', edits, limit: 500 })
    const { gained, autoTonight } = all.figures
    const listed = async (counted: 'forced' | 'auto') => (await ask({ profile: 'aws', edits, counted })).total
    expect(await listed('forced')).toBe(gained.forced + gained.unforced)
    expect(await listed('auto')).toBeGreaterThanOrEqual(Math.abs(autoTonight.after - autoTonight.before))
    const kinds = all.items.map(({ change }) => change)
    expect(all.groups.map(({ change, clusters }) => [change, clusters])).toEqual(
      [...new Set(kinds)].map((change) => [change, kinds.filter((one) => one === change).length]),
    )
    const some = await ask({ profile: 'aws', edits, each: 2 })
    expect(some.total).toBe(all.total)
    for (const { change, clusters } of all.groups)
      expect(some.items.filter((row) => row.change === change)).toHaveLength(Math.min(2, clusters))
    for (const { outlook, before, after, edits: causes } of all.items) {
      for (const [one, ahead] of [[before, outlook.before] as const, [after, outlook.after] as const]) {
        const begins = ahead.map(({ window }) => window.begin)
        expect(begins).toEqual(begins.toSorted())
        if (one !== null && ahead.length < 8) expect(begins).toContain(one.window.begin)
      }
      expect(causes.length).toBeGreaterThan(0)
    }
  })

  it('gives the rows of its table as lines of a CSV, titles first', async () => {
    const input = { profile: 'aws', edits: [expire('1.34.6', onWire(at + 2 * DAY))] }
    const lines = (await whatIfCsv(landscape, whatIfQuery.parse({ ...input, format: 'csv' }))).trimEnd().split('\r\n')
    expect(lines[0]).toMatch(/^project,namespace,cluster,change,/)
    expect(lines.length - 1).toBe((await ask(input)).total)
  })

  it('lets others through while it is computed, and again and again', async () => {
    const own = await buildLandscape({ ...snapshot }, at)
    const query = whatIfQuery.parse({ profile: 'aws', edits: [expire('1.34.6', onWire(at + 2 * DAY))], format: 'csv' })
    let now = performance.now()
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 100))
    const turns = vi.spyOn(globalThis, 'setImmediate')
    const text = await whatIfCsv(own, query)
    clock.mockRestore()
    // Two for each stop.
    expect(turns.mock.calls.length).toBeGreaterThan(2 * (own.classes.all.length / 128))
    expect(text).toBe(await whatIfCsv(landscape, query))
  })

  it('leaves the profile as it was, and the same question has the same answer', async () => {
    const before = structuredClone(snapshot.profiles.get('aws'))
    const input = { profile: 'aws', edits: [expire('1.34.6')] }
    expect(await ask(input)).toEqual(await ask({ ...input, edits: structuredClone(input.edits) }))
    expect(snapshot.profiles.get('aws')).toEqual(before)
  })
})

describe('an edit that the API server refuses', () => {
  it.each<[string, EditBody[], number[][]]>([
    [
      'is named: no date for the latest version',
      [
        { kind: 'expire', image: null, version: '1.34.6', expirationDate: in30 },
        { kind: 'expire', image: null, version: 'LATEST', expirationDate: in30 },
      ],
      [[1]],
    ],
    [
      'is none when a later edit sets it right',
      [
        { kind: 'expire', image: null, version: 'LATEST', expirationDate: in30 },
        { kind: 'expire', image: null, version: 'LATEST', expirationDate: null },
      ],
      [],
    ],
  ])('%s', async (_, edits, causes) => {
    const kubernetes = snapshot.profiles.get('aws')?.profile.kubernetes ?? []
    const latest = kubernetes
      .map(({ version }) => version)
      .toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }))[0]
    const named = edits.map((edit) =>
      'version' in edit && edit.version === 'LATEST' ? { ...edit, version: latest ?? '' } : edit,
    )
    const answer = await ask({ profile: 'aws', edits: named })
    expect(answer.refusals.map((refusal) => refusal.edits)).toEqual(causes)
    expect(answer.accepted).toBe(causes.length === 0)
  })

  it('removes a version in use: every cluster that runs it is named, for the edit that removes it', async () => {
    const used = [...snapshot.shoots].find((s) => s.profile.name === 'aws' && s.deletionTimestamp === undefined)
    const version = used?.kubernetesVersion ?? ''
    const answer = await ask({
      profile: 'aws',
      edits: [
        { kind: 'expire', image: null, version, expirationDate: null },
        { kind: 'remove', image: null, version },
      ],
    })
    expect(answer.refusals.length).toBeGreaterThan(0)
    for (const { stage, edits, text } of answer.refusals) {
      expect([stage, edits]).toEqual(['admission', [1]])
      expect(text).toContain('version is still in use by')
    }
  })

  it('cannot be made at all: a problem of that edit, and the others count', async () => {
    const answer = await ask({
      profile: 'aws',
      edits: [
        { kind: 'remove', image: null, version: '0.0.1' },
        { kind: 'expire', image: null, version: '1.34.6', expirationDate: onWire(at + 2 * DAY) },
      ],
    })
    expect(answer.edits.map(({ problem }) => problem?.code ?? null)).toEqual(['unknown-version', null])
    expect(answer.figures.changed).toBeGreaterThan(0)
  })
})

describe('a namespaced profile', () => {
  it('takes another date and refuses a classification', async () => {
    const child = [...snapshot.profiles.values()].find(({ ref }) => ref.kind === 'NamespacedCloudProfile')
    if (child?.ref.kind !== 'NamespacedCloudProfile') throw new Error('no namespaced profile')
    const version = child.profile.kubernetes.at(-1)?.version ?? ''
    const answer = await ask({
      profile: `${child.ref.namespace}/${child.ref.name}`,
      edits: [
        { kind: 'expire', image: null, version, expirationDate: onWire(at + 90 * DAY) },
        { kind: 'classify', image: null, version, classification: 'supported' },
      ],
    })
    expect(answer.edits.map(({ problem }) => problem?.code ?? null)).toEqual([null, 'not-in-namespaced'])
    expect(answer.profile).toEqual(child.ref)
  })
})

describe('warnings', () => {
  const codes = async (edits: EditBody[], more: Partial<WhatIfInput> = {}) =>
    (await ask({ profile: 'aws', edits, ...more })).edits.map(({ warnings }) => warnings.map(({ code }) => code))

  it('count a cluster once that fails for the same reason again after something else changed', async () => {
    const edits = ['1.35.4', '1.35.3'].map(
      (version): EditBody => ({ kind: 'expire', image: null, version, expirationDate: in30 }),
    )
    const answer = await ask({ profile: 'aws', edits })
    const stranded = answer.edits.flatMap(({ warnings }) => warnings).filter(({ code }) => code === 'strands-clusters')
    expect(stranded.length).toBeGreaterThan(0)
    for (const { text } of stranded)
      expect(Number.parseInt(text, 10), text).toBeLessThanOrEqual(answer.figures.fails.after)
  })

  it.each<[string, EditBody, string]>([
    [
      'expires at a weekend',
      { kind: 'expire', image: null, version: '1.34.6', expirationDate: '2027-02-06T12:00:00Z' },
      'expires-on-weekend',
    ],
    [
      'expires at the turn of the year',
      { kind: 'expire', image: null, version: '1.34.6', expirationDate: '2026-12-29T12:00:00Z' },
      'expires-in-freeze',
    ],
    ['would force a minor', { kind: 'expire', image: null, version: '1.33.11', expirationDate: in30 }, 'forces-minor'],
    [
      'takes what new clusters get',
      { kind: 'classify', image: null, version: '1.35.4', classification: 'deprecated' },
      'removes-default',
    ],
  ])('of an edit that %s', async (_, edit, code) => {
    expect((await codes([edit]))[0]).toContain(code)
  })

  it.each([
    ['forces-minor', '1.33.11'],
    ['removes-default', '1.35.4'],
  ] as const)('of a version that several edits change once, beside the last of them: %s', async (code, version) => {
    const of = { image: null, version } as const
    const edits: EditBody[] = [
      { kind: 'classify', ...of, classification: 'deprecated' },
      { kind: 'expire', ...of, expirationDate: in30 },
    ]
    expect((await codes(edits)).map((found) => found.includes(code))).toEqual([false, true])
  })

  it('of a minor that is left without a next one', async () => {
    const versions =
      snapshot.profiles.get('aws')?.profile.kubernetes.filter(({ version }) => version.startsWith('1.33.')) ?? []
    const edits = versions.map(({ version }): EditBody => ({ kind: 'remove', image: null, version }))
    expect((await codes(edits)).flat()).toContain('no-next-minor')
  })

  it('tells an end of a day of UTC as that day, also where it is another one', async () => {
    const edit: EditBody = { kind: 'expire', image: null, version: '1.34.6', expirationDate: '2026-12-28T23:59:59Z' }
    const answer = await ask({ profile: 'aws', edits: [edit], zone: 'Europe/Berlin' })
    expect(answer.edits.flatMap(({ warnings }) => warnings.map(({ text }) => text))).toContain(
      'Kubernetes 1.34.6 expires on 28 Dec 2026 UTC, in a freeze: the turn of the year.',
    )
  })
})

it('keeps states of edits that were left out the same', () => {
  const entry = snapshot.profiles.get('aws')
  if (entry === undefined) throw new Error('no aws')
  const edit = readEdit({ kind: 'remove', image: null, version: '0.0.1' }, at, entry.profile)
  const { states } = editedProfiles(landscape, { entry, edits: [edit] })
  expect(states[1]).toBe(states[0])
})

describe('drafts of several profiles together', () => {
  const span = { zone: 'UTC', days: 365 }
  const soon = onWire(at + 2 * DAY)
  const entryOf = (key: string) => {
    const entry = snapshot.profiles.get(key)
    if (entry === undefined) throw new Error(`no ${key}`)
    return entry
  }
  const draft = (key: string, ...edits: EditBody[]) => ({
    entry: entryOf(key),
    edits: edits.map((edit) => readEdit(edit, at, entryOf(key).profile)),
  })
  const expire: EditBody = { kind: 'expire', image: null, version: '1.34.6', expirationDate: soon }

  it('count each cluster once, and let a namespaced profile keep a date of its own', async () => {
    const child = [...snapshot.profiles].find(([, { parent }]) => parent === 'aws')?.[0] ?? ''
    const onChild = [...snapshot.shoots].filter(({ profile }) => profileKey(profile) === child).length
    expect(onChild).toBeGreaterThan(0)
    const later: EditBody = { ...expire, expirationDate: onWire(at + 200 * DAY) }
    const [alone] = await draftsOf(landscape, [draft('aws', expire)], span)
    const [parent, own] = await draftsOf(landscape, [draft(child, later), draft('aws', expire)], span)
    expect([parent?.entry.ref, own?.entry.ref]).toEqual([entryOf('aws').ref, entryOf(child).ref])
    expect(parent?.effects.clusters).toBe(alone?.effects.clusters)
    expect(parent?.effects).toBe(own?.effects)
    const { after } = parent?.edited.profiles.get(child) ?? {}
    expect(after?.kubernetes.find(({ version }) => version === '1.34.6')?.expirationDate).toBe(at + 200 * DAY)
    expect(own?.edited.states.at(-1)).toEqual(after)
  })

  it('say what a whole profile does that no edit makes', async () => {
    const { entry } = draft('aws')
    const machineImages = entry.profile.machineImages.map((image) => ({
      ...image,
      versions: image.versions.map((one) => ({ ...one, kubeletVersionConstraint: '< 1.30' })),
    }))
    const whole = { ...entry, profile: { ...entry.profile, machineImages } }
    const [found] = await draftsOf(landscape, [{ entry, edits: [], whole }], span)
    expect(found?.edited.states).toEqual([entry.profile, whole.profile])
    expect(found?.effects.effects.unchanged).toBeLessThan(found?.effects.clusters ?? 0)
    const [same] = await draftsOf(landscape, [{ entry, edits: [], whole: entry }], span)
    expect(same?.edited.states).toEqual([entry.profile])
    expect(same?.effects.effects.unchanged).toBe(same?.effects.clusters)
  })
})

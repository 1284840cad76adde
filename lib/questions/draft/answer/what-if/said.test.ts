import { beforeAll, describe, expect, it } from 'vitest'
import { onWire } from '@/lib/contract/dates'
import type { EditBody } from '@/lib/contract/edits'
import { shootsQuery } from '@/lib/contract/selection'
import { type WhatIfAnswer, type WhatIfInput, whatIfQuery } from '@/lib/contract/what-if'
import { runs, share } from '@/lib/engine/testdata/runs'
import { SECOND } from '@/lib/engine/time'
import type { Landscape } from '@/lib/landscape/landscape'
import { demoLandscape } from '@/lib/landscape/testdata/demo'
import { shootsView } from '@/lib/questions/clusters/answer/shoots'
import { whatIfView } from './view'

/** What an answer says of edits is one thing, in figures, rows, projects and warnings. */

const at = Date.parse('2026-11-21T18:00:00Z')
let landscape: Landscape

beforeAll(async () => {
  landscape = await demoLandscape()
})

const ask = (input: WhatIfInput) => whatIfView(landscape, whatIfQuery.parse({ limit: 500, ...input }))
const listed = (profile: string): (readonly [string | null, string])[] => {
  const { kubernetes, machineImages } = landscape.snapshot.profiles.get(profile)?.profile ?? {
    kubernetes: [],
    machineImages: [],
  }
  return [
    ...kubernetes.map(({ version }) => [null, version] as const),
    ...machineImages.flatMap(({ name, versions }) => versions.map(({ version }) => [name, version] as const)),
  ]
}
const kinds: readonly ((image: string | null, version: string) => EditBody)[] = [
  (image, version) => ({ kind: 'remove', image, version }),
  (image, version) => ({ kind: 'expire', image, version, expirationDate: '2026-12-09T23:59:59Z' }),
  (image, version) => ({ kind: 'expire', image, version, expirationDate: '2027-08-31T23:59:59Z' }),
  (image, version) => ({ kind: 'classify', image, version, classification: 'preview' }),
]

describe.each(['aws', 'azure', 'gcp', 'openstack'])('of any edit of %s', (profile) => {
  const known: (readonly [EditBody, WhatIfAnswer])[] = []
  const each = async (check: (edit: EditBody, answer: WhatIfAnswer) => void) => {
    if (known.length === 0) {
      for (const [image, version] of share(listed(profile))) {
        for (const kind of kinds)
          known.push([kind(image, version), await ask({ profile, edits: [kind(image, version)] })])
      }
    }
    expect(known.length).toBeGreaterThan(runs(40))
    for (const [edit, answer] of known) check(edit, answer)
  }

  it('the figures are the sums over the rows, over the projects and over the days', async () => {
    await each((edit, { figures, items, projects, load }) => {
      const rows = Object.fromEntries(
        Object.keys(figures.changes).map((change) => [change, items.filter((row) => row.change === change).length]),
      )
      expect({ edit, rows }).toEqual({ edit, rows: figures.changes })
      expect(items.length).toBe(figures.changed)
      expect(projects.reduce((sum, { changed }) => sum + changed, 0)).toBe(figures.changed)
      for (const side of ['before', 'after'] as const)
        expect(load.reduce((sum, day) => sum + day[side].forced, 0)).toBe(figures.updates[side])
      expect(figures.fails.after - figures.fails.before).toBe(figures.changes.stuck - figures.changes.freed)
    })
  })

  it('each row says what its cluster is forced to first, as its row in the list does without the edits', async () => {
    const rows = new Map(
      (await shootsView(landscape, shootsQuery.parse({ profile: [profile], limit: '500' }))).items.map((row) => [
        `${row.namespace}/${row.name}`,
        row.nextForced,
      ]),
    )
    await each((edit, { items }) => {
      for (const { namespace, name, change, before, after, nextForced } of items) {
        const cluster = `${namespace}/${name}`
        // A user who reads that there was nothing before reads it of the whole cluster.
        if (before === null) expect(nextForced.before).toBeNull()
        if (after === null) expect(nextForced.after).toBeNull()
        if (rows.has(cluster))
          expect({ edit, cluster, first: nextForced.before }).toEqual({ edit, cluster, first: rows.get(cluster) })
        if (change === 'auto') continue
        for (const [part, first] of [
          [before, nextForced.before],
          [after, nextForced.after],
        ]) {
          if (part === null || part === undefined) continue
          expect(first?.window.begin, `${JSON.stringify(edit)} ${cluster}`).toBeDefined()
          expect(Date.parse(first?.window.begin ?? '')).toBeLessThanOrEqual(Date.parse(part.window.begin))
        }
      }
    })
  })

  it('figures before are those of the list of clusters', async () => {
    const { figures } = await ask({ profile, edits: [] })
    const total = async (filter: Record<string, string[] | string>) =>
      (await shootsView(landscape, shootsQuery.parse({ profile: profiles, limit: '1', ...filter }))).total
    const children = [...landscape.snapshot.profiles].flatMap(([key, entry]) => (entry.parent === profile ? [key] : []))
    const profiles = [profile, ...children]
    expect([figures.clusters, figures.forced.before, figures.fails.before, figures.autoTonight.before]).toEqual([
      await total({}),
      await total({ event: ['forced'], within: '365' }),
      await total({ event: ['fails'], within: '365' }),
      await total({ event: ['auto'], within: 'tonight', zone: 'UTC' }),
    ])
  })

  it('newly forced are as many clusters as are forced with the edits and by nothing without', async () => {
    await each((edit, { figures, items }) => {
      const fresh = items.filter(({ nextForced: { before, after } }) => before === null && after?.kind === 'forced')
      expect({ edit, is: figures.gained.forced >= fresh.length }).toEqual({ edit, is: true })
      const more = figures.forced.after - figures.forced.before
      expect({ edit, more: figures.gained.forced - figures.gained.unforced }).toEqual({ edit, more })
      expect(figures.gained.forced).toBeGreaterThanOrEqual(figures.changes.forced)
    })
  })

  it('before is before, whatever the edit', async () => {
    const { figures } = await ask({ profile, edits: [] })
    await each((edit, answer) => {
      const { clusters, updates, forced, fails, autoTonight, nodes } = answer.figures
      const before = [clusters, updates.before, forced.before, fails.before, autoTonight.before, nodes.before]
      expect({ edit, before }).toEqual({
        edit,
        before: [
          figures.clusters,
          figures.updates.before,
          figures.forced.before,
          figures.fails.before,
          figures.autoTonight.before,
          figures.nodes.before,
        ],
      })
    })
  })

  it('the warnings beside it count who is stuck, newly forced and forced earlier, as the figures do', async () => {
    await each((edit, { figures, edits }) => {
      const warnings = edits.flatMap((one) => one.warnings)
      const sum = (pattern: RegExp) =>
        warnings.filter(({ text }) => pattern.test(text)).reduce((all, { text }) => all + toldIn(text), 0)
      const { forced: newlyForced } = figures.gained
      const { stuck, forced, earlier } = figures.changes
      expect({ edit, stuck: sum(/^[\d,]+ clusters? cannot/) }).toEqual({ edit, stuck })
      expect(sum(/newly forced|forced earlier|anyway/)).toBeGreaterThanOrEqual(forced + earlier)
      expect(sum(/newly forced/)).toBeLessThanOrEqual(newlyForced)
      expect(sum(/forced earlier/)).toBeLessThanOrEqual(earlier)
    })
  })
})

describe('an edit of lifecycle stages', () => {
  it.each(['azure', 'gcp'])('says the same from now on as from a moment ago: %s', async (profile) => {
    const says = ({ figures, defaults, edits, refusals }: WhatIfAnswer) => ({ figures, defaults, edits, refusals })
    for (const [image, version] of share(listed(profile))) {
      for (const classification of ['preview', 'supported', 'deprecated'] as const) {
        const edit = { kind: 'classify', image, version, classification } as const
        const answer = says(await ask({ profile, edits: [edit] }))
        const earlier = says(await ask({ profile, edits: [{ ...edit, from: onWire(at - SECOND) }] }))
        expect({ edit, ...answer }).toEqual({ edit, ...earlier })
      }
    }
  })

  it('at now changes what new clusters get, and warns when that is less', async () => {
    const deprecate = { kind: 'classify', image: null, version: '1.35.4', classification: 'deprecated' } as const
    const promote = { kind: 'classify', image: null, version: '1.36.2', classification: 'supported' } as const
    const lower = await ask({ profile: 'azure', edits: [deprecate] })
    expect(lower.defaults).toEqual([{ image: null, before: ['1.35.4'], after: ['1.34.7'] }])
    expect(lower.edits[0]?.warnings.map(({ code }) => code)).toEqual(['removes-default', 'loses-supported'])
    expect((await ask({ profile: 'azure', edits: [promote, deprecate] })).defaults).toEqual([
      { image: null, before: ['1.35.4'], after: ['1.36.2'] },
    ])
  })

  it('that begins at the very instant of now counts as begun, as from the next one on', async () => {
    const lifecycle = [
      { classification: 'preview', startTime: '2026-01-01T00:00:00Z' } as const,
      { classification: 'supported', startTime: onWire(at) } as const,
    ]
    const [now, later] = await Promise.all(
      [0, SECOND].map(async (after) => {
        const stages = lifecycle.map((one, i) => (i === 0 ? one : { ...one, startTime: onWire(at + after) }))
        return ask({
          profile: 'azure',
          edits: [{ kind: 'schedule', image: null, version: '1.36.2', lifecycle: stages }],
        })
      }),
    )
    expect([now?.defaults.length, later?.defaults.length]).toEqual([1, 0])
  })
})

describe('in the demo garden', () => {
  it('removing the patch that clusters go to is told as the minor that they are forced to', async () => {
    const { edits, figures, items } = await ask({
      profile: 'aws',
      edits: [{ kind: 'remove', image: null, version: '1.34.7' }],
    })
    const [warning, ...others] = edits[0]?.warnings ?? []
    expect(others.map(({ text }) => text)).toEqual(['Of Kubernetes 1.34 no version is supported any more.'])
    expect([warning?.code, toldIn(warning?.text ?? '')]).toEqual(['forces-minor', figures.changes.earlier])
    expect(warning?.text).toMatch(
      /^40 clusters are forced earlier to another minor, Kubernetes 1.35.4, the first on 20 Jan 2027: .* nodes roll\.$/,
    )
    for (const row of items.filter(({ change }) => change === 'earlier')) {
      expect([row.before?.what, row.before?.to, row.after?.what, row.after?.to]).toEqual([
        'Kubernetes',
        '1.35.4',
        'Kubernetes',
        '1.35.4',
      ])
    }
  })

  it('putting an expiry off from July to August forces nobody', async () => {
    const edit = { kind: 'expire', image: null, version: '1.34.7', expirationDate: '2027-08-31T23:59:59Z' } as const
    const { edits, figures } = await ask({ profile: 'gcp', edits: [edit] })
    expect(edits[0]?.warnings).toEqual([])
    expect(figures.changes).toMatchObject({ forced: 0, earlier: 0, later: 21 })
  })

  it('those that get stuck are as many beside the edit as in the figures', async () => {
    const edit = { kind: 'expire', image: null, version: '1.35.4', expirationDate: '2026-12-21T18:00:00Z' } as const
    const { edits, figures } = await ask({ profile: 'aws', edits: [edit] })
    const stuck = edits[0]?.warnings.find(({ code }) => code === 'strands-clusters')
    expect([toldIn(stuck?.text ?? ''), figures.fails.after - figures.fails.before]).toEqual([40, 40])
  })
})

/** How many clusters a sentence counts first. */
function toldIn(text: string): number {
  const [count = '0'] = /[\d,]+(?= clusters?\b)/.exec(text) ?? []
  return Number(count.replaceAll(',', ''))
}

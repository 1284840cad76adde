import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ApplyContext } from '@/lib/apply/context'
import { Journal } from '@/lib/apply/journal'
import { applyMoreTime, type MoreTimeAsked, rememberMoving } from '@/lib/apply/more-time'
import { exceptionsAnswer, moreTimeAnswer, moreTimeApplyAnswer } from '@/lib/contract/more-time'
import type { Garden } from '@/lib/garden'
import { openGarden } from '@/lib/garden/open-garden'
import { InMemoryHistory } from '@/lib/history'
import { buildLandscape } from '@/lib/landscape/landscape'
import { type MoreTimeQuestion, moreTimeOf } from '@/lib/landscape/more-time'
import { openStore } from '@/lib/store'
import { exceptionsView, moreTimeAppliedView, moreTimeView } from './answer'
import { moreTimeQuery } from './contract'

vi.mock('server-only', () => ({}))

const garden: Garden = openGarden({ GARDEN: 'demo:2026-11-21' })
const at = Date.parse('2026-11-21T18:00:00Z')
const identity = { kind: 'process' } as const
let journal = new Journal(openStore({}))
const landscape = () => buildLandscape(garden.snapshot(), at)
const contextWith = (own: Garden = garden): ApplyContext => ({
  garden: own,
  identity,
  user: null,
  sight: '',
  journal,
  landscape: () => buildLandscape(own.snapshot(), at),
  uncut: async () => null,
  promoting: { rule: null, history: new InMemoryHistory() },
})

beforeEach(async () => {
  await garden.ready()
  await garden.reset?.()
  journal = new Journal(openStore({}))
})
afterAll(() => garden.close())

/** Five clusters of search run it on aws, where it ends on 12 Dec 2026; search has no namespaced profile. */
const SEARCH: MoreTimeQuestion = { project: 'search', profile: 'aws', image: null, version: '1.32.13' }
const until = (day: string) => Date.parse(`${day}T23:59:59Z`)

async function ask(question: MoreTimeQuestion) {
  const current = await landscape()
  const draft = await moreTimeOf({ garden, identity }, current, question)
  rememberMoving(draft)
  return moreTimeAnswer.parse(await moreTimeView(current, draft))
}

async function apply(question: MoreTimeQuestion, asked: Partial<MoreTimeAsked> = {}, own: Garden = garden) {
  const given = { dryRun: false, base: null, bases: {}, ...asked }
  const applied = await applyMoreTime(contextWith(own), question, given)
  return moreTimeApplyAnswer.parse(moreTimeAppliedView(applied, { zone: 'UTC', now: at }))
}

const onMoreTime = () =>
  [...garden.snapshot().shoots].flatMap(({ name, profile }) => (profile.name === 'search-more-time' ? [name] : []))

describe('more time for one project', () => {
  it('is a namespaced profile that is made, and the clusters that run the version', async () => {
    const answer = await ask(SEARCH)
    expect(answer).toMatchObject({
      project: 'search',
      namespace: 'garden-search',
      root: 'aws',
      target: { name: 'search-more-time', isNew: true, resourceVersion: null, own: null },
      until: '2027-01-31T23:59:59Z',
      refusals: [],
      rights: { profile: true, verb: 'modify-spec-kubernetes', modify: true, shoots: true },
    })
    expect(answer.parentEnd?.slice(0, 10)).toBe('2026-12-12')
    const moving = answer.clusters.filter(({ moves }) => moves)
    expect(moving).toHaveLength(5)
    expect(moving.every(({ runs, refusals, change }) => runs && refusals.length === 0 && change !== 'unchanged')).toBe(
      true,
    )
    expect(answer.clusters.filter(({ change }) => change !== 'unchanged')).toHaveLength(5)
    expect(answer.warnings.map(({ code }) => code)).toContain('holds-parent')
    expect(answer.written.yaml).toContain('expirationDate: "2027-01-31T23:59:59Z"')
    expect(answer.written.kubectl.match(/kubectl -n garden-search patch shoot/g)).toHaveLength(5)
    expect(answer.written.cluster.filter(({ kind }) => kind === 'new').map(({ text }) => text.trim())).toContain(
      'name: search-more-time',
    )
    expect(garden.isEdited?.()).toBe(false)
  })

  it('changes nothing for a cluster that the garden would not let move', async () => {
    const refused = [...garden.snapshot().shoots].find(
      ({ namespace, profile, kubernetesVersion }) =>
        namespace === 'garden-search' && profile.name === 'aws' && kubernetesVersion === SEARCH.version,
    )
    const own: Garden = Object.assign(Object.create(garden) as Garden, {
      preview: async (...asked: Parameters<Garden['preview']>) => {
        const [, ref] = asked
        const found = await garden.preview(...asked)
        if (found.kind !== 'ok' || ref.kind !== 'Shoot' || ref.name !== refused?.name) return found
        const lastOperation = { type: 'Migrate', state: 'Processing', progress: 1 }
        return { ...found, object: { ...found.object, status: { lastOperation } } }
      },
    })
    const current = await buildLandscape({ ...garden.snapshot() }, at)
    const draft = await moreTimeOf({ garden: own, identity }, current, SEARCH)
    const answer = moreTimeAnswer.parse(await moreTimeView(current, draft))
    const one = answer.clusters.find(({ name }) => name === refused?.name)
    expect(one).toMatchObject({ moves: true, change: 'unchanged', stuck: null })
    expect(one?.refusals).toHaveLength(1)
    expect(answer.clusters.filter(({ change }) => change !== 'unchanged')).toHaveLength(4)
    expect(answer.follows.reduce((sum, { clusters }) => sum + clusters, 0)).toBe(4)
  })

  it('says before, in the words of the answer after, that manifests have no place for it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'almanac-place-'))
    const object = (kind: string, metadata: object, spec: object) =>
      JSON.stringify({ apiVersion: 'core.gardener.cloud/v1beta1', kind, metadata, spec })
    const versions = [{ version: '1.35.1' }, { version: '1.34.1', expirationDate: '2026-12-31T00:00:00Z' }]
    await writeFile(
      join(folder, 'aws.json'),
      object('CloudProfile', { name: 'aws' }, { type: 'aws', kubernetes: { versions } }),
    )
    const cloudProfile = { kind: 'CloudProfile', name: 'aws' }
    const spec = { cloudProfile, kubernetes: { version: '1.34.1' }, provider: { workers: [] } }
    await writeFile(join(folder, 'one.json'), object('Shoot', { name: 'one' }, spec))
    await writeFile(join(folder, 'kustomization.yaml'), 'namespace: garden-a\nresources: [one.json]\n')
    const own = openGarden({ GARDEN: folder })
    await own.ready()
    const question: MoreTimeQuestion = { project: 'garden-a', profile: 'aws', image: null, version: '1.34.1' }
    const current = await buildLandscape(own.snapshot(), at)
    const view = await moreTimeView(current, await moreTimeOf({ garden: own, identity }, current, question))
    const applied = await apply(question, {}, own)
    await own.close()
    await rm(folder, { recursive: true })
    const text =
      'A kustomization gives the objects of one.json their namespace. Copy what is written, and put it where it belongs.'
    expect(view.refusals).toEqual([{ rule: 'unwritable', text }])
    expect(applied.profile).toMatchObject({ outcome: 'unavailable', message: text })
  })

  it('is a change of the namespaced profile that there is, and changes its clusters too', async () => {
    const answer = await ask({ ...SEARCH, project: 'payments', until: until('2027-06-30') })
    expect(answer.target).toMatchObject({ name: 'aws-extended', isNew: false })
    expect(answer.target.own?.slice(0, 10)).toBe('2027-03-11')
    expect(answer.written.profile.some(({ kind, text }) => kind === 'new' && text.includes('2027-06-30'))).toBe(true)
  })

  it.each([
    ['the latest version', '1.36.2', 'latest-version-expires'],
    ['a version that the parent lacks', '1.30.1', 'unknown-version'],
  ])('foresees what the API server refuses: %s', async (_, version, rule) => {
    const { refusals, warnings } = await ask({ ...SEARCH, version, until: until('2027-06-30') })
    expect(refusals.map((one) => one.rule)).toContain(rule)
    expect(warnings.map(({ code }) => code)).not.toContain('holds-parent')
  })

  it('foresees that a date that is over is dropped without a word, and one that takes time away', async () => {
    const past = await ask({ ...SEARCH, until: until('2026-11-01') })
    expect(past.warnings.map(({ code }) => code)).toEqual(['dropped'])
    // The clusters move to a profile that says what its parent says.
    expect(past.clusters.filter(({ moves }) => moves)).toHaveLength(5)
    expect(past.clusters.filter(({ change }) => change !== 'unchanged')).toEqual([])
    const less = await ask({ ...SEARCH, until: until('2026-12-01') })
    expect(less.warnings.map(({ code }) => code)).toContain('less-time')
    const moved = await ask({ ...SEARCH, project: 'payments', until: until('2026-11-01') })
    expect(moved.refusals.map(({ rule }) => rule)).toContain('override-expired')
  })

  it('tells of clusters that time alone does not free', async () => {
    const answers = await Promise.all(
      ['search', 'media', 'monitoring', 'logistics'].map((project) => ask({ ...SEARCH, project })),
    )
    const stuck = answers.flatMap(({ clusters }) => clusters.filter(({ change }) => change === 'stuckLater'))
    const warned = answers.flatMap(({ warnings }) =>
      warnings.flatMap((one) => (one.code === 'stuck-later' ? one.clusters : [])),
    )
    for (const { name, stuck: why } of stuck) {
      expect(warned).toContain(name)
      expect(why).not.toBeNull()
    }
  })

  it('tells of two minor updates that come closer together than before', async () => {
    const { warnings } = await ask({ ...SEARCH, until: until('2027-04-30') })
    const close = warnings.flatMap((one) => (one.code === 'minors-close' ? [one] : []))
    expect(close.length).toBeGreaterThan(0)
    for (const { first, second, before } of close) {
      const apart = (Date.parse(second) - Date.parse(first)) / 86_400_000
      expect(first > '2027-04-30').toBe(true)
      expect(apart).toBeLessThan(60)
      expect(apart).toBeLessThan(before ?? 0)
    }
  })

  it.each([
    ['the namespaced profile', 'create', 'NamespacedCloudProfile', { profile: false, modify: true, shoots: true }],
    [
      'the verb of Gardener',
      'modify-spec-kubernetes',
      'NamespacedCloudProfile',
      { profile: true, modify: false, shoots: true },
    ],
    ['the clusters', 'patch', 'Shoot', { profile: true, modify: true, shoots: false }],
  ])('tells of a right that is missing: %s', async (_, verb, kind, rights) => {
    const guarded: Garden = Object.assign(Object.create(garden) as Garden, {
      may: async (...[, actions]: Parameters<NonNullable<Garden['may']>>) =>
        actions.map((action) => action.verb !== verb || action.kind !== kind),
    })
    const draft = await moreTimeOf({ garden: guarded, identity }, await landscape(), SEARCH)
    expect(draft.rights).toMatchObject(rights)
    expect(draft.refusals.map(({ rule }) => rule)).toEqual(rights.modify ? [] : ['verb-missing'])
  })

  it('moves no cluster that was left out', async () => {
    const answer = await ask({ ...SEARCH, clusters: [] })
    expect(answer.clusters.filter(({ moves, change }) => moves || change !== 'unchanged')).toEqual([])
  })
})

it('makes of the question in docs/exceptions.md the object that stands there', async () => {
  const docs = await readFile('docs/exceptions.md', 'utf8')
  const [, question = ''] = /```json\n([^`]*)```/.exec(docs) ?? []
  const [, yaml] = /```yaml\n([^`]*)```/.exec(docs) ?? []
  const { until: end, ...asked } = moreTimeQuery.parse(JSON.parse(question))
  const { written } = await ask({ ...asked, until: Date.parse(end ?? '') })
  expect(written.yaml).toBe(yaml)
})

describe('applying it', () => {
  it('makes the profile, moves the clusters, and keeps the reason with each in the journal', async () => {
    const { until: end } = await ask(SEARCH)
    const answer = await apply({ ...SEARCH, until: Date.parse(end) }, { reason: 'The image cannot change before.' })
    expect(answer.outcome).toBe('applied')
    expect(answer.clusters.map(({ answer: { outcome } }) => outcome)).toEqual(Array(5).fill('applied'))
    expect(onMoreTime()).toEqual(answer.clusters.map(({ name }) => name).toSorted())
    const { entries } = await journal.read()
    expect(entries.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['profile', 'shoot']))
    expect(entries).toHaveLength(6)
    for (const entry of entries) expect(entry.reason).toBe('The image cannot change before.')
    const after = await ask(SEARCH)
    expect(after.target).toMatchObject({ isNew: false, own: end })
    expect(after.clusters.filter(({ isThere }) => isThere)).toHaveLength(5)
  })

  it('only asks with a dry run', async () => {
    expect(await apply({ ...SEARCH, until: until('2027-01-31') }, { dryRun: true })).toMatchObject({
      outcome: 'accepted',
      clusters: [],
    })
    expect(garden.isEdited?.()).toBe(false)
  })

  it('sends nothing where the profile is refused', async () => {
    const answer = await apply({ ...SEARCH, version: '1.36.2', clusters: ['any'], until: until('2027-06-30') })
    expect(answer).toMatchObject({ outcome: 'refused', clusters: [] })
    expect(garden.isEdited?.()).toBe(false)
    expect((await journal.read()).entries).toEqual([])
  })

  it('moves the others where one cluster is refused, and says which', async () => {
    const refusing: Garden = Object.assign(Object.create(garden) as Garden, {
      apply: (...asked: Parameters<Garden['apply']>) => {
        const [, ref] = asked
        const { clusters } = known
        if (ref.kind === 'Shoot' && ref.name === clusters[0]?.name)
          return Promise.resolve({ kind: 'forbidden', message: 'Not this one.', causes: [] })
        return garden.apply(...asked)
      },
    })
    const known = await ask(SEARCH).then(({ clusters }) => ({ clusters: clusters.filter(({ moves }) => moves) }))
    const answer = await apply({ ...SEARCH, until: until('2027-01-31') }, {}, refusing)
    expect(answer.clusters.map(({ name, answer: { outcome } }) => [name, outcome])).toEqual(
      known.clusters.map(({ name }, i) => [name, i === 0 ? 'forbidden' : 'applied']),
    )
    expect(onMoreTime()).toHaveLength(4)
  })

  it('is a conflict where somebody made one of that name meanwhile', async () => {
    await apply({ ...SEARCH, until: until('2027-01-31') })
    expect(await apply({ ...SEARCH, until: until('2027-02-28') }, { base: null })).toMatchObject({
      outcome: 'conflict',
      clusters: [],
    })
  })

  it('wants the name typed where somebody fares worse by it', async () => {
    const asked = { ...SEARCH, until: until('2026-11-30') }
    expect(await apply(asked)).toMatchObject({
      outcome: 'unconfirmed',
      profile: { confirmation: { typing: 'search-more-time' } },
    })
    expect(await apply(asked, { confirm: 'search-more-time' })).toMatchObject({ outcome: 'applied' })
  })
})

describe('exceptions', () => {
  const read = async () => exceptionsAnswer.parse(await exceptionsView(await landscape(), journal))

  it('are the dates that namespaced profiles set themselves', async () => {
    const { items, total } = await read()
    expect(total).toBe(items.length)
    const named = items.map(({ profile, image, version, isListed }) => [profile.name, image, version, isListed])
    expect(named).toEqual(
      expect.arrayContaining([
        ['aws-extended', null, '1.32.13', true],
        ['aws-extended', 'acme-linux', '3.1.0', false],
        ['gcp-machine-learning-europe', null, '1.34.4', true],
        ['gcp-machine-learning-europe', 'gardenlinux', '1592.18.0', true],
      ]),
    )
    for (const { canGo, removal } of items) {
      if (canGo) expect(removal).toEqual({ refusals: [], changes: 0 })
    }
  })

  it('tell who set a date and why, and what happens to the clusters then', async () => {
    await apply({ ...SEARCH, until: until('2027-01-31') }, { reason: 'Devices are replaced in January.' })
    const item = (await read()).items.find(({ profile }) => profile.name === 'search-more-time')
    expect(item).toMatchObject({
      project: 'search',
      parent: 'aws',
      version: '1.32.13',
      until: '2027-01-31T23:59:59Z',
      clusters: 5,
      canGo: false,
      isListed: true,
      by: { reason: 'Devices are replaced in January.', isRecorded: true },
    })
    expect(item?.follows.length).toBeGreaterThan(0)
    for (const { next } of item?.follows ?? []) expect(next.window.begin > '2027-01-31').toBe(true)
    expect(item?.removal.changes).toBe(5)
  })
})

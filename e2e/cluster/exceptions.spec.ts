import type { ExceptionsAnswer, MoreTimeAnswer, MoreTimeApplyAnswer } from '@/lib/contract/more-time'
import type { JournalAnswer } from '@/lib/questions/journal/contract'
import { type KubeObject, paths } from './support/api'
import { askRoute, untilState } from './support/shown'
import { expect, test } from './support/test'

/** One project gets more time on a real API server: a namespaced profile is made, and clusters move, in the name of who asks. */

const NAMESPACE = 'garden-search'
const NAME = 'search-more-time'
const PROFILE = `/apis/core.gardener.cloud/v1beta1/namespaces/${NAMESPACE}/namespacedcloudprofiles/${NAME}`
const asked = { project: 'search', profile: 'aws', image: null, version: '1.32.13', until: '2030-01-31T23:59:59Z' }

/** Others look at it too: it is left as it was found. */
let found: readonly KubeObject[]
test.beforeEach(async ({ plane: { admin } }) => {
  found = await admin.list(paths.shoots(NAMESPACE))
})
test.afterEach(async ({ plane: { admin } }) => {
  for (const { metadata, spec } of found) {
    const { cloudProfile } = spec as { readonly cloudProfile: object }
    await admin.object('PATCH', paths.shoot(NAMESPACE, metadata.name), { spec: { cloudProfile } })
  }
  await admin.ask('DELETE', PROFILE)
})

const movedIn = (shoots: readonly KubeObject[]) =>
  shoots.flatMap(({ metadata, spec }) =>
    (spec as { cloudProfile?: { name: string } }).cloudProfile?.name === NAME ? [metadata.name] : [],
  )

test('a namespaced profile is made, and the clusters move to it', async ({ plane: { admin }, follow }) => {
  const { almanac } = await follow({ user: 'operator' })
  await untilState(almanac.url, 'live')
  const draft = await askRoute<MoreTimeAnswer>(almanac.url, '/more-time', asked)
  expect(draft.rights).toEqual({ profile: true, verb: 'modify-spec-kubernetes', modify: true, shoots: true })
  const moving = draft.clusters.filter(({ moves }) => moves)
  expect(moving.length).toBeGreaterThan(0)
  const body = {
    ...asked,
    clusters: moving.map(({ name }) => name),
    base: null,
    bases: Object.fromEntries(moving.map(({ name, resourceVersion }) => [name, resourceVersion ?? ''])),
    reason: 'The image cannot change before.',
  }
  expect(await askRoute<MoreTimeApplyAnswer>(almanac.url, '/more-time/apply', { ...body, dryRun: true })).toMatchObject(
    {
      outcome: 'accepted',
      clusters: [],
    },
  )
  expect((await admin.ask('GET', PROFILE)).status).toBe(404)

  // Without a controller that merges it, it is waited for as long as that is done at all.
  const applied = await askRoute<MoreTimeApplyAnswer>(almanac.url, '/more-time/apply', body)
  expect(applied, JSON.stringify(applied)).toMatchObject({ outcome: 'applied' })
  expect(applied.clusters.map(({ answer }) => answer.outcome)).toEqual(moving.map(() => 'applied'))
  expect((await admin.object('GET', PROFILE)).spec).toEqual({
    parent: { kind: 'CloudProfile', name: 'aws' },
    kubernetes: { versions: [{ version: asked.version, expirationDate: asked.until }] },
  })
  expect(movedIn(await admin.list(paths.shoots(NAMESPACE))).toSorted()).toEqual(body.clusters.toSorted())
  const { entries } = await askRoute<JournalAnswer>(almanac.url, '/journal')
  expect(entries.map(({ who, reason }) => [who, reason])).toEqual(
    Array(1 + moving.length).fill(['operator@example.com', body.reason]),
  )
  await expect
    .poll(async () =>
      (await askRoute<ExceptionsAnswer>(almanac.url, '/exceptions')).items.map(({ profile }) => profile.name),
    )
    .toContain(NAME)
  // A user who still has the page of before is told of the one that is there now.
  expect(await askRoute<MoreTimeApplyAnswer>(almanac.url, '/more-time/apply', body)).toMatchObject({
    outcome: 'conflict',
    clusters: [],
  })
})

test('nothing is sent where a right is missing, which is said before', async ({ plane: { admin }, follow, page }) => {
  const { almanac } = await follow({ user: 'viewer' })
  await untilState(almanac.url, 'live')
  const draft = await askRoute<MoreTimeAnswer>(almanac.url, '/more-time', asked)
  expect(draft.rights).toMatchObject({ profile: false, modify: false, shoots: false })
  const question = `project=search&profile=aws&select=kubernetes/${asked.version}&until=2030-01-31`
  await page.goto(`${almanac.url}/workbench/more-time?${question}`)
  const said = page.getByRole('region', { name: 'What is asked' })
  await expect(said).toContainText('The garden would refuse it')
  await expect(said).toContainText(
    'You may not make namespaced profiles there, do modify-spec-kubernetes and change the clusters. Copy the link for somebody who may.',
  )
  const applied = await askRoute<MoreTimeApplyAnswer>(almanac.url, '/more-time/apply', {
    ...asked,
    clusters: draft.clusters.flatMap(({ moves, name }) => (moves ? [name] : [])),
    base: null,
    bases: {},
  })
  expect(applied).toMatchObject({ outcome: 'forbidden', clusters: [] })
  expect((await admin.ask('GET', PROFILE)).status).toBe(404)
  expect(movedIn(await admin.list(paths.shoots(NAMESPACE)))).toEqual([])
})

test('where some clusters may not be changed the others move all the same, and the answer says which', async ({
  plane: { admin },
  follow,
}) => {
  const { almanac } = await follow({ user: 'maker' })
  await untilState(almanac.url, 'live')
  const draft = await askRoute<MoreTimeAnswer>(almanac.url, '/more-time', asked)
  expect(draft.rights).toMatchObject({ profile: true, modify: false, shoots: false })
  // Gardener's own admission asks for the verb, which this API server does not have: it is foreseen all the same.
  expect(draft.refusals.map(({ text }) => text).join()).toContain('not allowed to modify .spec.kubernetes')
  const moving = draft.clusters.filter(({ moves }) => moves)
  const [kept, changed, ...others] = moving.map(({ name }) => name)
  expect(others.length).toBeGreaterThan(0)
  const rbac = `/apis/rbac.authorization.k8s.io/v1/namespaces/${NAMESPACE}`
  const metadata = { name: 'almanac-maker-of-some' }
  const rules = [
    {
      apiGroups: ['core.gardener.cloud'],
      resources: ['shoots'],
      resourceNames: [changed, ...others],
      verbs: ['patch'],
    },
  ]
  await admin.object('POST', `${rbac}/roles`, { metadata, rules })
  await admin.object('POST', `${rbac}/rolebindings`, {
    metadata,
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: metadata.name },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'maker@example.com' }],
  })
  const shoot = paths.shoot(NAMESPACE, changed ?? '')
  const { spec } = await admin.object('GET', shoot)
  const { maintenance } = spec as { readonly maintenance?: object }
  try {
    // Another user moves its window while the page is open.
    await admin.object('PATCH', shoot, {
      spec: { maintenance: { timeWindow: { begin: '030000+0100', end: '040000+0100' } } },
    })
    const applied = await askRoute<MoreTimeApplyAnswer>(almanac.url, '/more-time/apply', {
      ...asked,
      clusters: moving.map(({ name }) => name),
      base: null,
      bases: Object.fromEntries(moving.map(({ name, resourceVersion }) => [name, resourceVersion ?? ''])),
    })
    expect(applied, JSON.stringify(applied)).toMatchObject({ outcome: 'applied' })
    expect(applied.clusters.map(({ name, answer }) => [name, answer.outcome])).toEqual([
      [kept, 'forbidden'],
      [changed, 'conflict'],
      ...others.map((name) => [name, 'applied']),
    ])
    expect(movedIn(await admin.list(paths.shoots(NAMESPACE))).toSorted()).toEqual(others.toSorted())
  } finally {
    await admin.object('PATCH', shoot, { spec: { maintenance: maintenance ?? null } })
    await admin.ask('DELETE', `${rbac}/rolebindings/${metadata.name}`)
    await admin.ask('DELETE', `${rbac}/roles/${metadata.name}`)
  }
})

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Garden, GardenUser } from '@/lib/garden'
import { openGarden } from '@/lib/garden/open-garden'
import { buildLandscape, type Landscape } from '@/lib/landscape/landscape'
import { readFeedSecrets } from '@/lib/process/settings.mjs'
import { answerOf } from '@/lib/questions/answers'
import { type AddressContext, addressesView, makeAddress, revokeAddress, scopeIn } from '@/lib/questions/feeds/answer'
import { openStore, type Store } from '@/lib/store'
import { describeEachStore, type Place } from '@/lib/store/testdata/kinds'
import { theAccess } from '../answer'
import { errorBodyOf } from '../respond'
import { type AddressScope, askerOfKey, SignedAddressStore } from './addresses'

const secret = 's'.repeat(32)
const cluster: AddressScope = { kind: 'Shoot', namespace: 'garden-payments', name: 'checkout-prod' }
const project: AddressScope = { kind: 'Project', namespace: 'garden-payments', name: 'payments' }
const origin = 'https://almanac.example.org'

const demo = openGarden({ GARDEN: 'demo:2026-11-21', DEMO_SHOOTS: '120' })
/** Who may edit clusters. */
let editors: readonly string[] = []
const globals: { [key: symbol]: unknown } = globalThis as never
const ours = ['garden', 'access'].map((name) => Symbol.for(`almanac.${name}`))

beforeAll(() => demo.ready())
afterAll(() => demo.close())

describeEachStore('addresses that work without signing in', (kind) => {
  let running: Awaited<ReturnType<typeof kind.start>>
  let place: Place
  let store: Store
  let addresses: SignedAddressStore
  let landscape: Landscape
  const opened: Store[] = []
  const open = (secrets: readonly string[] = [secret]) => {
    const one = openStore(place.env)
    opened.push(one)
    return new SignedAddressStore(one, secrets)
  }
  const contextOf = (name: string): AddressContext => {
    const user: GardenUser = { name, groups: [] }
    const garden: Garden = Object.assign(Object.create(demo) as Garden, {
      may: async (_: unknown, actions: readonly unknown[]) => actions.map(() => editors.includes(name)),
    })
    return { identity: { kind: 'user', token: name }, user, garden, sight: '', origin, addresses }
  }
  const keyIn = (address: string | null) => new URL(address ?? '').searchParams.get('key') ?? ''

  beforeAll(async () => {
    running = await kind.start()
    landscape = await buildLandscape(demo.snapshot(), Date.parse('2026-11-21T18:00:00Z'))
  })
  afterAll(() => running?.stop())
  beforeEach(async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.spyOn(console, 'log').mockImplementation(() => {})
    editors = []
    for (const name of ours) delete globals[name]
    globals[ours[0] as symbol] = demo
    place = await running.place()
    store = openStore(place.env)
    opened.push(store)
    addresses = new SignedAddressStore(store, [secret])
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    for (const name of ours) delete globals[name]
    await Promise.all(opened.splice(0).map((one) => one.close()))
    await place.remove()
  })

  it.each(['\0', 'a\0.b', '\ud800.a', `${'a'.repeat(99)}.\0`, '.', ''])(
    'is none for the key %j, and there is none to revoke',
    async (key) => {
      expect(await addresses.scopeOf(key)).toBeNull()
      const [id = ''] = key.split('.')
      await expect(revokeAddress(contextOf('ada'), id)).rejects.toMatchObject({ code: 'not-found' })
    },
  )

  it('are given to who asks, one for each person and scope', async () => {
    const mine = await makeAddress(contextOf('anna'), cluster)
    expect(mine).toMatchObject({
      scope: { kind: 'Shoot', namespace: 'garden-payments', name: 'checkout-prod' },
      by: 'anna',
      feed: expect.stringMatching(
        /^https:\/\/almanac\.example\.org\/api\/feeds\/shoots\/garden-payments\/checkout-prod\.ics\?key=[\w-]{22}\.[\w-]{43}$/,
      ),
      badge: expect.stringMatching(/\/api\/badges\/shoots\/garden-payments\/checkout-prod\.svg\?key=/),
    })
    expect(await makeAddress(contextOf('anna'), cluster)).toEqual(mine)
    const others = await Promise.all([makeAddress(contextOf('ben'), cluster), makeAddress(contextOf('ben'), cluster)])
    expect(others[0]).toEqual(others[1])
    expect(keyIn(others[0]?.feed ?? null)).not.toBe(keyIn(mine.feed))
    const whole = await makeAddress(contextOf('anna'), project)
    expect(whole).toMatchObject({ scope: { kind: 'Project', name: 'payments' }, badge: null })
    expect(whole.feed).toMatch(/\/api\/feeds\/projects\/payments\.ics\?key=/)
  })

  it('are listed for who made them, and without their keys for who may edit the clusters', async () => {
    const { id } = await makeAddress(contextOf('anna'), cluster)
    expect(await addressesView(contextOf('anna'), cluster)).toMatchObject({
      isNeeded: true,
      off: null,
      addresses: [{ id }],
    })
    expect(await addressesView(contextOf('ben'), cluster)).toEqual({ isNeeded: true, off: null, addresses: [] })
    editors = ['ben']
    expect(await addressesView(contextOf('ben'), cluster)).toMatchObject({
      addresses: [{ id, by: 'anna', feed: null, badge: null }],
    })
  })

  it('are found by the names that the garden has, and by those of projects', () => {
    expect(scopeIn(landscape, { kind: 'Shoot', namespace: 'payments', name: 'checkout-prod' })).toEqual(cluster)
    expect(scopeIn(landscape, { kind: 'Project', name: 'garden-payments' })).toEqual(project)
    expect(() => scopeIn(landscape, { kind: 'Shoot', name: 'checkout-prod' })).toThrow('namespace')
    expect(() => scopeIn(landscape, { kind: 'Project', namespace: 'garden-payments', name: 'payments' })).toThrow(
      'namespace',
    )
    expect(() => scopeIn(landscape, { kind: 'Project', name: 'nobody' })).toThrow(
      'The project nobody is not in this garden.',
    )
  })

  it('are revoked by who made them or may edit the clusters, and by nobody else', async () => {
    const { id, feed } = await makeAddress(contextOf('anna'), cluster)
    for (const one of [id, 'unknown']) {
      await expect(revokeAddress(contextOf('ben'), one)).rejects.toThrow('The address is not in what you may revoke.')
    }
    expect(await open().scopeOf(keyIn(feed))).toEqual(cluster)
    await revokeAddress(contextOf('anna'), id)
    expect(await open().scopeOf(keyIn(feed)), 'at once, for every process').toBeNull()
    await expect(revokeAddress(contextOf('anna'), id)).rejects.toThrow('The address is not in what you may revoke.')
    const again = await makeAddress(contextOf('anna'), cluster)
    expect(again.id).not.toBe(id)
    editors = ['ben']
    await revokeAddress(contextOf('ben'), again.id)
    expect(await addressesView(contextOf('anna'), cluster)).toEqual({ isNeeded: true, off: null, addresses: [] })
  })

  it('have keys that the database alone does not give, and that outlive a change of the secret while both are known', async () => {
    const { id, feed } = await makeAddress(contextOf('anna'), cluster)
    const key = keyIn(feed)
    const newer = 't'.repeat(32)
    expect(await open([newer, secret]).scopeOf(key)).toEqual(cluster)
    expect(await open([newer]).scopeOf(key)).toBeNull()
    const [, signature = ''] = key.split('.')
    const other = await makeAddress(contextOf('anna'), project)
    const wrong = [
      '',
      '.',
      id,
      `${id}.`,
      `${id}.${signature.slice(1)}`,
      `${other.id}.${signature}`,
      `x${key}`,
      `${key}A`,
    ]
    for (const one of wrong) expect(await addresses.scopeOf(one), one).toBeNull()
    // A client that may write into the database cannot make an address of something else.
    await store.rows("UPDATE feed_addresses SET name = 'other' WHERE id = $1", [id])
    expect(await addresses.scopeOf(key)).toBeNull()
  })

  describe('show', () => {
    const feedOf = (namespace: string, name: string) =>
      ['GET /api/feeds/shoots/[namespace]/[name]', { kind: 'Shoot', namespace, name }] as const
    const badgeOf = (namespace: string, name: string) =>
      ['GET /api/badges/shoots/[namespace]/[name]', { kind: 'Shoot', namespace, name }] as const
    const projectOf = (name: string) => ['GET /api/feeds/projects/[name]', { kind: 'Project', name }] as const
    type AskedRoute = ReturnType<typeof feedOf | typeof badgeOf | typeof projectOf>
    const told = async (key: string, [route, { kind, ...path }]: AskedRoute): Promise<string> => {
      const asker = await askerOfKey(key, { kind, ...path }, addresses)
      try {
        return String(await answerOf(route, asker, { path, query: { key }, origin }))
      } catch (error) {
        return JSON.stringify(errorBodyOf(error))
      }
    }

    it('the one thing that they are for', async () => {
      const key = keyIn((await makeAddress(contextOf('anna'), cluster)).feed)
      const feed = await told(key, feedOf('garden-payments', 'checkout-prod'))
      expect(feed).toContain('BEGIN:VEVENT')
      expect(feed).not.toMatch(/UID:(?!garden-payments\/checkout-prod\/)/)
      expect(await told(key, feedOf('payments', 'checkout-prod'))).toContain('BEGIN:VEVENT')
      expect(await told(key, badgeOf('garden-payments', 'checkout-prod'))).toContain('<svg')
      const whole = keyIn((await makeAddress(contextOf('anna'), project)).feed)
      const all = await told(whole, projectOf('payments'))
      expect(all).toContain('BEGIN:VEVENT')
      expect(all).not.toMatch(/UID:(?!garden-payments\/)/)
    })

    it('nothing else: a wrong key, a revoked one and one for something else are answered like what does not exist', async () => {
      const key = keyIn((await makeAddress(contextOf('anna'), cluster)).feed)
      const whole = keyIn((await makeAddress(contextOf('anna'), project)).feed)
      const revoked = await makeAddress(contextOf('ben'), cluster)
      await revokeAddress(contextOf('ben'), revoked.id)
      const neighbour = [...demo.snapshot().shoots].find(
        ({ namespace, name }) => namespace === cluster.namespace && name !== cluster.name,
      )?.name
      const plain = (text: string) => text.replaceAll(/(?:cluster|project) [a-z/-]+/g, '…')
      const missing = plain(await told('wrong', feedOf('garden-nobody', 'nothing')))
      expect(missing).toContain('"not-found"')
      const refused: [string, AskedRoute][] = [
        ['wrong', feedOf('garden-payments', 'checkout-prod')],
        [keyIn(revoked.feed), feedOf('garden-payments', 'checkout-prod')],
        [key, feedOf('garden-payments', neighbour ?? '')],
        [key, feedOf('garden-nobody', 'checkout-prod')],
        [whole, feedOf('garden-payments', 'checkout-prod')],
        [whole, badgeOf('garden-payments', 'checkout-prod')],
        [key, projectOf('payments')],
        [whole, projectOf('media')],
        ['wrong', projectOf('payments')],
      ]
      for (const [given, asked] of refused) expect(plain(await told(given, asked)), asked.join()).toBe(missing)
    })

    if (kind.name === 'PostgreSQL') {
      it('that they cannot be looked up while the server is away, whatever the key', {
        tags: 'processes',
      }, async () => {
        const key = keyIn((await makeAddress(contextOf('anna'), cluster)).feed)
        await place.server?.kill()
        for (const one of [key, 'wrong']) {
          const asker = askerOfKey(one, { ...cluster }, addresses)
          await expect(asker).rejects.toMatchObject({ code: 'not-ready' })
        }
        await place.server?.start()
        await vi.waitFor(async () => expect(await addresses.scopeOf(key)).toEqual(cluster), { timeout: 20_000 })
      })
    }
  })
})

it('addresses are not there where nobody signs in, and nothing changes for calendars', async () => {
  globals[ours[0] as symbol] = demo
  const asker = { identity: { kind: 'process' }, user: null, ...theAccess().viewOf({ reach: allOf('all') }) } as const
  const asked = { query: { kind: 'Project', name: 'payments' } }
  expect(await answerOf('GET /api/feeds/addresses', asker, asked)).toEqual({
    isNeeded: false,
    off: 'Nobody signs in here: the plain address works.',
    addresses: [],
  })
  const making = answerOf('POST /api/feeds/addresses', asker, { body: asked.query })
  await expect(making).rejects.toMatchObject({ code: 'forbidden' })
  for (const name of [...ours, Symbol.for('almanac.addresses')]) delete globals[name]
})

function allOf<T>(one: T) {
  return { CloudProfile: one, NamespacedCloudProfile: one, Project: one, Shoot: one }
}

it.each([
  [{}, []],
  [{ FEED_SECRET: ` ${secret}, ${'t'.repeat(40)}` }, [secret, 't'.repeat(40)]],
])('reads the secrets in %o', (env, secrets) => {
  expect(readFeedSecrets(env)).toEqual(secrets)
})

it('says that a secret is too short, without it', () => {
  expect(() => readFeedSecrets({ FEED_SECRET: 'hunter2' })).toThrow(/^FEED_SECRET has a secret of fewer than 32 bytes/)
})

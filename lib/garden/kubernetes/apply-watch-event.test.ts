import { describe, expect, it } from 'vitest'
import { SharedParts } from '../shoot-fields'
import { applyWatchEvent, type FollowedObjects, type WatchOutcome } from './apply-watch-event'
import { itemAt, keptObject, noObjects, sizeOf } from './kept-objects'
import { resources } from './resources'

const resource = resources.find(({ kind }) => kind === 'Project')
if (resource === undefined) throw new Error('Projects are served.')
const projects = resource
const sharing = new SharedParts()

/** Without kind and apiVersion, as Gardener's own API server has it in lists. */
function project(name: string, resourceVersion: string, namespace = `garden-${name}`) {
  return { metadata: { name, resourceVersion, managedFields: [{ manager: 'x' }] }, spec: { namespace } }
}

function apply(followed: FollowedObjects, type: unknown, object: unknown): WatchOutcome {
  return applyWatchEvent(followed, { type, object }, projects, (raw, before) =>
    keptObject(raw, projects, sharing, before),
  )
}

/** What is known after several events that are understood. */
function followedAfter(followed: FollowedObjects, ...events: readonly (readonly [string, unknown])[]): FollowedObjects {
  return events.reduce((known, [type, object]) => {
    const applied = apply(known, type, object)
    if (applied.kind !== 'changed' && applied.kind !== 'same') throw new Error(applied.kind)
    return applied.followed
  }, followed)
}

const nothing: FollowedObjects = { byNamespace: noObjects, resourceVersion: '10' }
const two = followedAfter(nothing, ['ADDED', project('dev', '11')], ['ADDED', project('ops', '12')])

describe('applying an event of a watch', () => {
  it('adds an object and moves on to its version', () => {
    expect(sizeOf(two.byNamespace)).toBe(2)
    expect(two.resourceVersion).toBe('12')
  })

  it('does not change what was known before', () => {
    expect(sizeOf(nothing.byNamespace)).toBe(0)
    followedAfter(two, ['DELETED', project('dev', '13')])
    expect(sizeOf(two.byNamespace)).toBe(2)
  })

  it('replaces an object and leaves the others as they are', () => {
    const next = followedAfter(two, ['MODIFIED', project('dev', '13', 'garden-new')])
    expect(itemAt(next.byNamespace, { namespace: '', name: 'dev' })?.object).toMatchObject({
      value: { namespace: 'garden-new' },
    })
    expect(itemAt(next.byNamespace, { namespace: '', name: 'ops' })).toBe(
      itemAt(two.byNamespace, { namespace: '', name: 'ops' }),
    )
  })

  it.each<[string, string, unknown, WatchOutcome['kind'], string, number]>([
    ['takes an unknown object that was modified for a new one', 'MODIFIED', project('new', '13'), 'changed', '13', 3],
    ['takes a known object that was added for a modified one', 'ADDED', project('dev', '13', 'x'), 'changed', '13', 2],
    ['removes an object', 'DELETED', project('dev', '13'), 'changed', '13', 1],
    ['has nothing to remove of an unknown one', 'DELETED', project('new', '13'), 'same', '13', 2],
    ['sees no change in fields that are not shown', 'MODIFIED', project('dev', '13'), 'same', '13', 2],
    ['drops a repetition that is older', 'MODIFIED', project('dev', '9', 'old'), 'same', '12', 2],
    ['drops a removal that is older', 'DELETED', project('dev', '9'), 'same', '12', 2],
    ['compares versions as numbers', 'MODIFIED', project('dev', '100', 'x'), 'changed', '100', 2],
    ['takes a version that is no number for news', 'MODIFIED', project('dev', 'x1', 'x'), 'changed', 'x1', 2],
    ['moves on with a bookmark', 'BOOKMARK', { metadata: { resourceVersion: '99' } }, 'same', '99', 2],
    ['does not go back with a bookmark', 'BOOKMARK', { metadata: { resourceVersion: '5' } }, 'same', '12', 2],
    ['ignores a bookmark without a version', 'BOOKMARK', {}, 'same', '12', 2],
    [
      'keeps an object whose namespace can be none',
      'MODIFIED',
      { ...project('dev', '13'), spec: { namespace: 'no name' } },
      'changed',
      '13',
      2,
    ],
  ])('%s', (_, type, object, kind, resourceVersion, size) => {
    const applied = apply(two, type, object)
    expect(applied.kind).toBe(kind)
    if (applied.kind !== 'changed' && applied.kind !== 'same') return
    expect(applied.followed.resourceVersion).toBe(resourceVersion)
    expect(sizeOf(applied.followed.byNamespace)).toBe(size)
  })

  it('keeps the very same objects when nothing that is shown differs', () => {
    expect(followedAfter(two, ['MODIFIED', project('dev', '13')]).byNamespace).toBe(two.byNamespace)
  })

  it.each<[string, unknown]>([
    ['an event that is no object', null],
    ['a text', 'ADDED'],
    ['an unknown type', { type: 'SYNCED', object: project('dev', '13') }],
    ['no type', { object: project('dev', '13') }],
    ['an object without a name', { type: 'ADDED', object: { metadata: { resourceVersion: '13' } } }],
    ['no object at all', { type: 'DELETED' }],
  ])('ignores %s, and says so', (_, event) => {
    const applied = applyWatchEvent(two, event, projects, (raw) => keptObject(raw, projects, sharing))
    expect(applied).toEqual({ kind: 'ignored', reason: expect.stringMatching(/^an event /) })
  })

  it.each<[string, unknown, string]>([
    ['a version that is too old', { kind: 'Status', code: 410, reason: 'Expired' }, 'expired'],
    ['410 without a reason', { code: 410 }, 'expired'],
    ['an object that cannot be read', { code: 500, message: 'unable to decode' }, 'unreachable'],
    ['an error without a word', undefined, 'unreachable'],
    ['a role that was taken away', { code: 403, reason: 'Forbidden' }, 'forbidden'],
  ])('tells %s as a failure', (_, status, kind) => {
    expect(apply(two, 'ERROR', status)).toMatchObject({ kind: 'failed', failure: { kind } })
  })
})

describe('an object with a mistake', () => {
  it('counts as it was when it was last right, and is listed', () => {
    const next = followedAfter(two, ['MODIFIED', { ...project('dev', '13'), spec: { namespace: 'no name' } }])
    const item = itemAt(next.byNamespace, { namespace: '', name: 'dev' })
    expect(item?.object).toMatchObject({ value: { namespace: 'garden-dev' } })
    expect(item).toMatchObject({ faults: [{ path: expect.any(String), fault: expect.anything() }], isOutdated: true })
  })

  it('counts as it was when it could last be read, and that is told', () => {
    const next = followedAfter(
      two,
      ['ADDED', { ...project('web', '13'), spec: { namespace: 'garden-web', owner: 7 } }],
      ['MODIFIED', { ...project('web', '14'), spec: { namespace: 'no name' } }],
    )
    const item = itemAt(next.byNamespace, { namespace: '', name: 'web' })
    expect(item?.object).toMatchObject({ value: { namespace: 'garden-web' } })
    expect(item?.isOutdated).toBe(true)
  })

  it.each(['Secret', 'Shoot', 'Event', ''])('is one of the kind %j, and named as what was asked for', (kind) => {
    const next = followedAfter(two, ['ADDED', { ...project('web', '13'), kind }])
    const item = itemAt(next.byNamespace, { namespace: '', name: 'web' })
    expect(item).toMatchObject({
      label: 'Project web',
      faults: [{ path: '', fault: { code: 'other-kind', kind: 'Project' } }],
    })
    expect(item?.object).toBeUndefined()
  })

  it('is right again once it is mended', () => {
    const next = followedAfter(
      two,
      ['MODIFIED', { ...project('dev', '13'), spec: { namespace: 'no name' } }],
      ['MODIFIED', project('dev', '14', 'garden-dev')],
    )
    expect(itemAt(next.byNamespace, { namespace: '', name: 'dev' })?.faults).toEqual([])
  })
})

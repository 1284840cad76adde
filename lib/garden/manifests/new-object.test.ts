import { chmod, mkdir, readdir, rm, stat, symlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CORE_SCHEMA, load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { editObject } from '@/lib/engine/edits'
import type { JsonObject } from '@/lib/engine/json'
import type { ObjectRef } from '../garden'
import { at, inOwnFolder, openedAt, text, write } from '../testdata/own-folder'
import type { ManifestsGarden } from './manifests-garden'

const profile = `apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: {name: aws}
spec:
  kubernetes:
    versions: [{version: 1.35.1}, {version: 1.34.1, expirationDate: "2027-01-31T00:00:00Z"}]
`
const shoot = (name: string, namespace = 'garden-a') => `apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata: {name: ${name}, namespace: ${namespace}}
spec:
  cloudProfile: {kind: CloudProfile, name: aws}
  kubernetes: {version: 1.34.1}
  provider: {workers: []}
`
const parsed = (text: string): unknown => load(text, { schema: CORE_SCHEMA })
const MADE = `apiVersion: core.gardener.cloud/v1beta1
kind: NamespacedCloudProfile
metadata:
  name: a-more-time
  namespace: garden-a
spec:
  parent:
    kind: CloudProfile
    name: aws
  kubernetes:
    versions:
    - version: 1.34.1
      expirationDate: "2027-03-31T23:59:59Z"
`
const ref: ObjectRef = { kind: 'NamespacedCloudProfile', namespace: 'garden-a', name: 'a-more-time' }

inOwnFolder()

async function open(files: Readonly<Record<string, string>>, path = ''): Promise<ManifestsGarden> {
  for (const [name, content] of Object.entries(files)) await write(name, content)
  return openedAt(at(path), { interval: 1_000_000, settle: 1 })
}

const indentOf = (json: string): number => /^\{\n( +)/.exec(json)?.[1]?.length ?? 0

function make(garden: ManifestsGarden, { dryRun = false, version = '1.34.1' } = {}) {
  const edit = (object: JsonObject): JsonObject => {
    const parent = garden.snapshot().profiles.get('aws')?.profile ?? null
    const expire = { kind: 'expire', image: null, version, expirationDate: Date.parse('2027-03-31T23:59:59Z') } as const
    const edited = editObject({ ...object, spec: { parent: { kind: 'CloudProfile', name: 'aws' } } }, [expire], parent)
    if (edited.kind === 'problem') throw new Error(JSON.stringify(edited.problem))
    return edited.object
  }
  return garden.apply({ kind: 'process' }, ref, edit, { resourceVersion: null, dryRun })
}

describe('an object that is not there yet', () => {
  it.each<[string, Readonly<Record<string, string>>, string]>([
    [
      'beside the files of its namespace, where each object has one',
      {
        'profiles/aws.yaml': profile,
        'a/one.yaml': shoot('one'),
        'a/two.yaml': shoot('two'),
        'b/one.yaml': shoot('one', 'garden-b'),
      },
      'a/a-more-time.yaml',
    ],
    [
      'beside the file that holds all objects',
      { 'all.yaml': [profile, shoot('one', 'garden-b'), shoot('one')].join('---\n') },
      'a-more-time.yaml',
    ],
    [
      'beside another namespaced profile of its namespace rather than its clusters',
      {
        'aws.yaml': profile,
        'a/one.yaml': shoot('one'),
        'profiles/other.yaml': MADE.replace('name: a-more-time', 'name: other'),
      },
      'profiles/a-more-time.yaml',
    ],
    [
      'beside its parent where nothing of its namespace is there',
      { 'profiles/aws.yaml': profile, 'b.yaml': shoot('one', 'garden-b') },
      'profiles/a-more-time.yaml',
    ],
  ])('is written as a file of its own %s', async (_, files, name) => {
    const garden = await open(files)
    expect(await make(garden, { dryRun: true })).toMatchObject({ kind: 'applied' })
    expect(await readdir(dirname(at(name)))).not.toContain('a-more-time.yaml')
    const outcome = await make(garden)
    expect(await text(name)).toBe(MADE)
    const entry = garden.snapshot().profiles.get('garden-a/a-more-time')
    expect(outcome).toEqual({ kind: 'applied', resourceVersion: entry?.resourceVersion })
    expect(garden.snapshot().problems).toEqual([])
    for (const [other, content] of Object.entries(files)) expect(await text(other)).toBe(content)
    expect(await make(garden)).toMatchObject({ kind: 'conflict' })
  })

  it('has the mode of the file that it lies beside, and leaves nothing behind', async () => {
    const garden = await open({ 'a/all.yaml': `${profile}---\n${shoot('one')}` })
    await chmod(at('a/all.yaml'), 0o640)
    expect(await make(garden)).toMatchObject({ kind: 'applied' })
    expect((await stat(at('a/a-more-time.yaml'))).mode & 0o777).toBe(0o640)
    expect((await readdir(at('a'))).toSorted()).toEqual(['a-more-time.yaml', 'all.yaml'])
  })

  it.each([false, true])('is never written over a file of its name (only tried: %s)', async (dryRun) => {
    const garden = await open({ 'aws.yaml': profile, 'a/one.yaml': shoot('one'), 'a/a-more-time.yaml': '# mine\n' })
    const why = { code: 'file-is-there', name: 'a/a-more-time.yaml' }
    await expect(make(garden, { dryRun })).rejects.toMatchObject({ why })
    expect(await text('a/a-more-time.yaml')).toBe('# mine\n')
  })

  it('is listed in the kustomization that lists the file beside it, whose other bytes stay', async () => {
    const kustomization = `# What belongs to a\nkind: Kustomization\nresources:\n  # the first\n  - one.yaml   # ours\n\nlabels: []\n`
    const garden = await open({
      'aws.yaml': profile,
      'a/one.yaml': shoot('one'),
      'a/kustomization.yaml': kustomization,
    })
    expect(await make(garden, { dryRun: true })).toMatchObject({ kind: 'applied' })
    expect(await text('a/kustomization.yaml')).toBe(kustomization)
    expect(await make(garden)).toMatchObject({ kind: 'applied' })
    expect(await text('a/kustomization.yaml')).toBe(kustomization.replace('# ours\n', '# ours\n  - a-more-time.yaml\n'))
    expect(await text('a/a-more-time.yaml')).toBe(MADE)
  })

  it('is listed with its path where the kustomization lies elsewhere', async () => {
    const garden = await open({
      'aws.yaml': profile,
      'a/one.yaml': shoot('one'),
      'kustomization.yaml': 'resources: [aws.yaml, a/one.yaml]\n',
    })
    expect(await make(garden)).toMatchObject({ kind: 'applied' })
    expect(await text('kustomization.yaml')).toBe('resources: [aws.yaml, a/one.yaml, a/a-more-time.yaml]\n')
  })

  it.each<[string, Readonly<Record<string, string>>, object]>([
    [
      'a kustomization gives the namespace',
      { 'a/one.yaml': shoot('one'), 'a/kustomization.yaml': 'namespace: garden-a\nresources: [one.yaml]\n' },
      { code: 'namespace-given', beside: 'a/one.yaml' },
    ],
    [
      'several kustomizations list its neighbour',
      {
        'a/one.yaml': shoot('one'),
        'x/kustomization.yaml': 'resources: [../a/one.yaml]\n',
        'y/kustomization.yaml': 'resources: [../a/one.yaml]\n',
      },
      { code: 'listed-often', beside: 'a/one.yaml' },
    ],
  ])('is not written where %s, and says so', async (_, files, why) => {
    const garden = await open({ 'aws.yaml': profile, ...files })
    for (const dryRun of [true, false]) await expect(make(garden, { dryRun })).rejects.toMatchObject({ why })
    expect(garden.snapshot().profiles.has('garden-a/a-more-time')).toBe(false)
  })

  const all = `${profile}---\n${shoot('one')}`
  const list = (indent?: number, items = [parsed(profile), parsed(shoot('one'))]): string =>
    JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, null, indent)
  it.each<[string, string, string]>([
    ['a document of a single file', 'all.yaml', all],
    ['a document of one without a last line break', 'all.yaml', `${all}# the end`],
    ['a document of one with Windows line breaks', 'all.yaml', all.replaceAll('\n', '\r\n')],
    ['an item of a list in one line', 'all.json', list()],
    ['an item of a list with a line for each value', 'all.json', list(4)],
    ['an item of a list without a name that says JSON', 'dump', list(1)],
  ])('is written as %s, whose other bytes stay', async (_, name, before) => {
    const garden = await open({ [name]: before }, name)
    expect(await make(garden, { dryRun: true })).toMatchObject({ kind: 'applied' })
    expect(await text(name)).toBe(before)
    expect(await make(garden)).toMatchObject({ kind: 'applied' })
    const after = await text(name)
    const same = [...before].findIndex((letter, i) => letter !== after[i])
    expect(same === -1 || after.endsWith(before.slice(same))).toBe(true)
    expect(garden.snapshot()).toMatchObject({ problems: [], shoots: { length: 1 } })
    expect(garden.snapshot().profiles.get('garden-a/a-more-time')?.parent).toBe('aws')
    if (before.startsWith('{'))
      expect(after).toBe(list(indentOf(before), [parsed(profile), parsed(shoot('one')), parsed(MADE)]))
  })

  it('is not written beside a single JSON object, nor out of the folder', async () => {
    const single = await open({ 'all.json': JSON.stringify(parsed(profile)) }, 'all.json')
    await expect(make(single)).rejects.toMatchObject({ why: { code: 'no-list' } })
    await single.close()
    await rm(at('all.json'))
    await mkdir(at('garden'))
    await symlink(at('all'), at('garden/a'))
    const linked = await open({ 'all/one.yaml': shoot('one'), 'garden/aws.yaml': profile }, 'garden')
    expect(await make(linked)).toMatchObject({ message: expect.stringContaining('leads out of') })
    expect(await readdir(at('all'))).toEqual(['one.yaml'])
  })

  it('is refused as the API server would', async () => {
    const garden = await open({ 'aws.yaml': profile, 'a/one.yaml': shoot('one') })
    expect(await make(garden, { version: '1.35.1' })).toMatchObject({ kind: 'refused' })
    expect(await readdir(at('a'))).toEqual(['one.yaml'])
  })
})

import { mkdir, mkdtemp, rename, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import type { Problem } from '@/lib/engine/faults'
import { nothingReadText, problemBody } from '@/lib/words/faults'
import { demoManifests } from '../demo/manifests'
import type { Snapshot } from '../garden'
import { at, inOwnFolder, openedAt } from '../testdata/own-folder'
import type { ManifestsGarden } from './manifests-garden'
import { defaultLimits, type ManifestLimits } from './reading'

inOwnFolder()

/** In one step, as editors do: a look between two would find the file empty. */
async function write(name: string, ...content: (string | object)[]): Promise<void> {
  await mkdir(dirname(at(name)), { recursive: true })
  const text = content.map((part) => (typeof part === 'string' ? part : stringify(part))).join('---\n')
  const beside = join(dirname(at(name)), `.${basename(name)}`)
  await writeFile(beside, text)
  await rename(beside, at(name))
}

const open = (path = at(), limits: Partial<ManifestLimits> = {}) =>
  openedAt(path, { interval: 10, settle: 5, patience: 20, limits: { ...defaultLimits, ...limits } })

/** The next state of which something is true; or the present one. */
async function until(garden: ManifestsGarden, isSo: (snapshot: Snapshot) => boolean): Promise<Snapshot> {
  if (isSo(garden.snapshot())) return garden.snapshot()
  return new Promise((resolve, reject) => {
    const end = setTimeout(() => reject(new Error(JSON.stringify([garden.status(), garden.snapshot()]))), 30_000)
    const stop = garden.subscribe(() => {
      if (!isSo(garden.snapshot())) return
      clearTimeout(end)
      stop()
      resolve(garden.snapshot())
    })
  })
}

const apiVersion = 'core.gardener.cloud/v1beta1'

function shoot(name: string, version = '1.34.7', more: object = {}) {
  return {
    apiVersion,
    kind: 'Shoot',
    metadata: { name, namespace: 'garden-a' },
    spec: { cloudProfile: { kind: 'CloudProfile', name: 'aws' }, kubernetes: { version }, ...more },
  }
}

function profile(expirationDate = '2027-01-31T00:00:00Z') {
  const versions = [{ version: '1.35.4' }, { version: '1.34.7', classification: 'deprecated', expirationDate }]
  return { apiVersion, kind: 'CloudProfile', metadata: { name: 'aws' }, spec: { kubernetes: { versions } } }
}

const names = ({ shoots }: Snapshot): string[] => shoots.map(({ name }) => name)
const versionOf = ({ shoots }: Snapshot, name: string) =>
  [...shoots].find((one) => one.name === name)?.kubernetesVersion
const told = (problems: readonly Problem[]): string[] =>
  problems
    .map(problemBody)
    .map(({ source, line, object, reason }) => `${source}:${line ?? '-'} ${object ?? '-'}: ${reason}`)

const kept = 'What was read before still counts.'

describe('what is read', () => {
  it.each<[string, (string | object)[]]>([
    ['a.yaml', [shoot('one')]],
    ['a.yml', [shoot('one')]],
    ['a.json', [JSON.stringify(shoot('one'))]],
    ['UPPER.YAML', [shoot('one')]],
    ['deep/er/a.yaml', [shoot('one')]],
    ['many.yaml', ['# nothing here\n', profile(), shoot('one'), '\n']],
    ['list.yaml', [{ apiVersion: 'v1', kind: 'List', items: [shoot('one')] }]],
    ['list.json', [JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [shoot('one')] })]],
    ['array.json', [JSON.stringify([shoot('one')])]],
    ['flow.yaml', [JSON.stringify(shoot('one'), null, 2)]],
    ['bom.yaml', [`\ufeff${stringify(shoot('one'))}`]],
  ])('%s', async (name, content) => {
    await write(name, ...content)
    const { problems, ...snapshot } = (await open()).snapshot()
    expect(told(problems)).toEqual([])
    expect(names({ ...snapshot, problems })).toEqual(['one'])
  })

  it('a typed list, whose items say neither kind nor apiVersion', async () => {
    const { kind: _, apiVersion: __, ...item } = shoot('one')
    const list = { apiVersion, kind: 'ShootList', metadata: { resourceVersion: '1' }, items: [item] }
    await write('a.yaml', list)
    await write(
      'b.json',
      JSON.stringify({ ...list, items: [{ ...item, metadata: { ...item.metadata, name: 'two' } }] }),
    )
    expect(names((await open()).snapshot())).toEqual(['one', 'two'])
  })

  it('a single file, whatever its name', async () => {
    await write('dump.txt', shoot('one'))
    const garden = await open(at('dump.txt'))
    expect(names(garden.snapshot())).toEqual(['one'])
    expect(garden.status()).toMatchObject({ kind: 'manifests', label: at('dump.txt'), state: 'live' })
  })

  it('anchors, also those that reach from one item into another', async () => {
    const item = (name: string, version: string) =>
      `- apiVersion: ${apiVersion}\n  kind: Shoot\n  metadata: {name: ${name}, namespace: garden-a}\n  spec:\n    cloudProfile: {name: aws}\n    kubernetes: ${version}\n`
    await write('a.yaml', `kind: List\nitems:\n${item('one', '&k {version: 1.34.7}')}${item('two', '*k')}`)
    expect(versionOf((await open()).snapshot(), 'two')).toBe('1.34.7')
  })

  it('the demo, written as YAML or as JSON, as if it were the demo', async () => {
    const items = JSON.parse(JSON.stringify(demoManifests({ born: '2026-11-21', shoots: 120 })))
    await write('demo.yaml', { apiVersion: 'v1', kind: 'List', items })
    await write('demo.json', JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, null, 2))
    const yaml = (await open(at('demo.yaml'))).snapshot()
    const json = (await open(at('demo.json'))).snapshot()
    expect([yaml.shoots.length, yaml.projects.length, yaml.profiles.size, yaml.problems]).toEqual([120, 8, 6, []])
    expect([...json.shoots]).toEqual([...yaml.shoots])
    expect([...json.profiles]).toEqual([...yaml.profiles])
  })

  it('counts of what was read', async () => {
    await write('a.yaml', profile(), shoot('one'), shoot('two'))
    expect((await open()).status().resources).toEqual([
      { name: 'CloudProfiles', read: 1, state: 'synced' },
      { name: 'NamespacedCloudProfiles', read: 0, state: 'synced' },
      { name: 'Projects', read: 0, state: 'synced' },
      { name: 'Shoots', read: 2, state: 'synced' },
    ])
  })
})

describe('what is not read', () => {
  it.each<[string, string, (string | object)[]]>([
    ['hidden folders', '.git/a.yaml', [shoot('one')]],
    ['hidden files', '.a.yaml.swp.yaml', [shoot('one')]],
    ['other files', 'README.md', ['kind: Shoot\n']],
    ['objects of other kinds', 'a.yaml', [{ apiVersion: 'v1', kind: 'ConfigMap', data: {} }, 'just text\n']],
    [
      'templates of others',
      'a.yaml',
      [{ apiVersion: 'project.openshift.io/v1', kind: 'Project', metadata: { name: 'x' } }],
    ],
    ['an empty file', 'a.yaml', ['']],
    ['nothing but comments', 'a.yaml', ['# later\n']],
  ])('%s, beside what is', async (_, name, content) => {
    await write(name, ...content)
    await write('zz.yaml', shoot('one'))
    const snapshot = (await open()).snapshot()
    expect([names(snapshot), snapshot.projects, told(snapshot.problems)]).toEqual([['one'], [], []])
  })

  it('a folder that contains itself, twice', async () => {
    await write('in/a.yaml', shoot('one'))
    await symlink(at(), at('in/loop'))
    await symlink(at('in'), at('zz'))
    const { problems, ...rest } = (await open()).snapshot()
    expect(names({ problems, ...rest })).toEqual(['one'])
    expect(problems).toEqual([])
  })
})

describe('what is wrong', () => {
  it.each<[string, string, (string | object)[], string[]]>([
    [
      'another apiVersion',
      'a.yaml',
      [{ ...shoot('one'), apiVersion: 'core.gardener.cloud/v1' }],
      [`a.yaml:1 Shoot garden-a/one: apiVersion: "core.gardener.cloud/v1" cannot be read; it must be ${apiVersion}`],
    ],
    [
      'no apiVersion',
      'a.yaml',
      ['# first\n\nkind: Shoot\nmetadata: {name: x}\n'],
      [`a.yaml:3 Shoot x: apiVersion: is missing; it must be ${apiVersion}`],
    ],
    [
      'a mistake in YAML, with its line',
      'a.yaml',
      [shoot('one'), 'a: 1\nb: [1\nc: 2\n'],
      ['a.yaml:15 -: Flow sequence in block collection must be sufficiently indented and end with a ]'],
    ],
    ['a mistake in JSON, with its line', 'a.json', ['{\n "a": 1,\n}\n'], ['a.json:3 -: is not JSON from "}" on']],
    [
      'two lists in one, of which a parser drops one',
      'a.json',
      [`{"kind": "List", "items": [${JSON.stringify(shoot('two'))}], "items": [${JSON.stringify(shoot('three'))}]}`],
      ['a.json:1 -: the key "items" is there twice'],
    ],
    [
      'a list that is taken back',
      'a.json',
      ['{"kind": "List", "items": [{}], "items": null}'],
      ['a.json:1 -: the key "items" is there twice'],
    ],
    ['half of a JSON file', 'a.json', ['{\n "a": [1,\n'], ['a.json:3 -: is not JSON: it ends too early']],
    [
      'a field that cannot be understood, with its line',
      'a.yaml',
      [profile('soon')],
      [
        'a.yaml:11 CloudProfile aws: spec.kubernetes.versions[1].expirationDate: "soon" is not a time like 2026-01-31T00:00:00Z',
      ],
    ],
    [
      'a field in the item of a list',
      'a.yaml',
      [{ apiVersion: 'v1', kind: 'List', items: [shoot('one'), profile('soon')] }],
      [
        'a.yaml:25 CloudProfile aws: spec.kubernetes.versions[1].expirationDate: "soon" is not a time like 2026-01-31T00:00:00Z',
      ],
    ],
    [
      'a field in a JSON list',
      'a.json',
      [JSON.stringify({ kind: 'List', items: [shoot('one'), profile('soon')] }, null, 1)],
      [
        'a.json:36 CloudProfile aws: spec.kubernetes.versions[1].expirationDate: "soon" is not a time like 2026-01-31T00:00:00Z',
      ],
    ],
    [
      'a namespaced profile without its parent',
      'a.yaml',
      [
        {
          apiVersion,
          kind: 'NamespacedCloudProfile',
          metadata: { name: 'n', namespace: 'g' },
          spec: { parent: { name: 'gone' } },
        },
      ],
      ['a.yaml:1 NamespacedCloudProfile g/n: spec.parent: the CloudProfile gone is not known'],
    ],
    ['the same key twice', 'a.yaml', ['a: 1\na: 2\n'], ['a.yaml:2 -: the key "a" is there twice']],
    ['the same key twice in JSON', 'a.json', ['{\n "a": 1,\n "a": 2\n}'], ['a.json:3 -: the key "a" is there twice']],
    [
      'a list of two kinds in JSON',
      'a.json',
      ['{\n "kind": "List",\n "items": [\n {}\n ],\n "kind": "ShootList"\n}'],
      ['a.json:6 -: the key "kind" is there twice'],
    ],
    [
      'an object that is there twice in one file',
      'a.yaml',
      [shoot('one'), shoot('one', '1.33.1')],
      ['a.yaml:13 Shoot garden-a/one: is there twice, and not the same: also in line 1, and that one counts'],
    ],
  ])('%s', async (_, name, content, expected) => {
    await write(name, ...content)
    expect(told((await open()).snapshot().problems)).toEqual(expected)
  })

  it('an object in two files: the first in path order counts, and both places are told', async () => {
    await write('a/z.yaml', profile(), shoot('one', '1.34.7'))
    await write('b/a.yaml', shoot('one', '1.33.1'))
    const snapshot = (await open()).snapshot()
    expect(versionOf(snapshot, 'one')).toBe('1.34.7')
    expect(told(snapshot.problems)).toEqual([
      'b/a.yaml:1 Shoot garden-a/one: is there twice, and not the same: also in a/z.yaml, line 13, and that one counts',
    ])
  })

  it('a mistake in one item of a list does not touch the others', async () => {
    const text = stringify({ apiVersion: 'v1', kind: 'List', items: [shoot('one'), shoot('two'), shoot('three')] })
    await write('a.yaml', text.replace('name: two', 'name: "two'))
    const snapshot = (await open()).snapshot()
    expect(names(snapshot)).toEqual(['one', 'three'])
    expect(snapshot.problems).toHaveLength(1)
  })

  it('nor does one in JSON', async () => {
    await write('a.json', `[\n${JSON.stringify(shoot('one'))},\n{"a": tru},\n${JSON.stringify(shoot('three'))}]`)
    const snapshot = (await open()).snapshot()
    expect(names(snapshot)).toEqual(['one', 'three'])
    expect(told(snapshot.problems)).toEqual(['a.json:3 -: is not JSON from "t" on'])
  })

  it.each(['yaml', 'json'] as const)(
    'a key twice in one item of a list, in %s: that item counts as it was',
    async (form) => {
      const items = [shoot('one'), shoot('two'), shoot('three')]
      const text =
        form === 'yaml' ? stringify({ kind: 'List', items }) : JSON.stringify({ kind: 'List', items }, null, 2)
      await write(`a.${form}`, text)
      const garden = await open()
      const [before] = [...garden.snapshot().shoots].filter(({ name }) => name === 'two')
      const again = text.replace(/^( *"?name"?: "?)two(.*\n)/m, '$1four$2$1two$2')
      await write(`a.${form}`, again)
      const snapshot = await until(garden, ({ problems }) => problems.length > 0)
      const line = again.split('\n').findIndex((one) => one.includes('two')) + 1
      expect(told(snapshot.problems)).toEqual([`a.${form}:${line} -: the key "name" is there twice. ${kept}`])
      expect([...snapshot.shoots].find(({ name }) => name === 'two')).toBe(before)
      expect(names(snapshot).sort()).toEqual(['one', 'three', 'two'])
    },
  )
})

describe('limits', () => {
  const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: [*e,*e,*e,*e]\n`
  const nested = `a: ${'['.repeat(50_000)}${']'.repeat(50_000)}`
  const tower = (levels: number) => ({
    ...shoot('one'),
    deep: JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`),
  })

  it.each<[string, Partial<ManifestLimits>, string, (string | object)[], string[]]>([
    ['aliases', {}, 'a.yaml', [bomb], ['a.yaml:1 -: repeats itself by aliases more than 10000 times']],
    ['nesting in YAML', {}, 'a.yaml', [nested], ['a.yaml:1 -: is nested more than 100 levels deep']],
    ['nesting in an object', {}, 'a.yaml', [tower(150)], ['a.yaml:111 -: is nested more than 100 levels deep']],
    [
      'nesting in an object in JSON',
      {},
      'a.json',
      [JSON.stringify(tower(150))],
      ['a.json:1 -: is nested more than 100 levels deep'],
    ],
    [
      'size',
      { fileBytes: 10 },
      'a.yaml',
      [shoot('one')],
      ['a.yaml:- -: is 189 bytes large; up to 10 bytes can be read. Split it.'],
    ],
    [
      'objects',
      { objects: 1 },
      'a.yaml',
      [shoot('one'), shoot('two'), shoot('three')],
      ['manifests:- -: 2 objects beyond the first 1 are not shown'],
    ],
  ])('%s', async (_, limits, name, content, expected) => {
    await write(name, ...content)
    expect(told((await open(at(), limits)).snapshot().problems)).toEqual(expected)
  })

  it('number of files', async () => {
    for (const name of ['a', 'b', 'c']) await write(`${name}.yaml`, shoot(name))
    const snapshot = (await open(at(), { files: 2 })).snapshot()
    expect(names(snapshot)).toEqual(['a', 'b'])
    expect(told(snapshot.problems)).toEqual([
      'b.yaml:- -: holds more than 2 files: those from here on are not read. Name a smaller folder.',
    ])
  })

  it('JSON that is nested a million times', async () => {
    await write('a.json', `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`)
    await write('b.yaml', shoot('one'))
    expect(names((await open()).snapshot())).toEqual(['one'])
  })
})

/** As kubectl writes a dump: what it is stands at its end. */
const dump = (...items: object[]): string => `apiVersion: v1\nitems:\n${stringify(items)}kind: List\nmetadata: {}\n`
const cut = (text: string): string => text.slice(0, text.indexOf('kind: List'))
const CUT = 'has items and no kind: its end is missing, as kubectl writes "kind: List" last. Take the dump again'
const OTHERS = 'holds no CloudProfile, NamespacedCloudProfile, Project or Shoot'

/** What a dump may have become, and what is said of it. */
const spoilt: [what: string, content: string | Buffer, line: string, reason: string][] = [
  ['without its end', cut(dump(shoot('one'))), '1', CUT],
  ['without its end, as JSON', JSON.stringify({ apiVersion: 'v1', items: [shoot('one')] }), '1', CUT],
  ['cut behind its head', 'apiVersion: v1\nitems:\n', '1', CUT],
  ['emptied', '', '-', 'is empty'],
  ['with nothing but comments', '# a dump\n---\n  # of nothing\n', '-', 'holds nothing but comments'],
  ['with a list of nothing', dump().replace('items:\n', 'items: '), '-', OTHERS],
  ['with an error message', 'Unable to connect to the server', '-', OTHERS],
  [
    'in UTF-16, as PowerShell writes it',
    Buffer.from(`\ufeff${dump(shoot('one'))}`, 'utf16le'),
    '-',
    'is text in UTF-16, as PowerShell writes it with ">"; only UTF-8 can be read. Write it with "| Out-File -Encoding utf8" instead, or convert it with "iconv -f UTF-16 -t UTF-8"',
  ],
  ['that is binary', Buffer.from([1, 0, 2, 0]), '-', 'is no text: it has zero bytes, as binary files and UTF-16 have'],
  [
    'in Latin 1',
    Buffer.concat([Buffer.from('# '), Buffer.from([0xe4]), Buffer.from(`\n${dump(shoot('one'))}`)]),
    '-',
    'is no text in UTF-8',
  ],
]

describe.each(spoilt)('a dump %s', (_, content, line, reason) => {
  const problem = `${line} -: ${reason}`

  it('leaves what was read before, with a problem', async () => {
    await write('dump.yaml', dump(profile(), shoot('one')))
    const garden = await open(at('dump.yaml'))
    expect(told(garden.snapshot().problems)).toEqual([])
    await writeFile(at('dump.yaml'), content)
    const after = await until(garden, (now) => now.problems.length > 0)
    expect([names(after), [...after.profiles.keys()]]).toEqual([['one'], ['aws']])
    expect(told(after.problems)).toEqual([`${at('dump.yaml')}:${problem}. ${kept}`])
    expect(garden.status().state).toBe('live')
    await write('dump.yaml', dump(profile(), shoot('two')))
    expect(names(await until(garden, (now) => now.problems.length === 0))).toEqual(['two'])
  })

  it('at the start is no empty garden, but one that cannot be read', async () => {
    await writeFile(at('dump.yaml'), content)
    const garden = await open(at('dump.yaml'))
    expect(garden.snapshot()).toMatchObject({ observedAt: 0, shoots: { length: 0 } })
    expect(told(garden.snapshot().problems).map((text) => text.replace(/\.$/, ''))).toEqual([
      `${at('dump.yaml')}:${problem}`,
    ])
    expect(garden.status().state).toBe('failed')
    expect(nothingReadText(garden.snapshot().problems)).toContain(reason)
    await write('dump.yaml', dump(shoot('one')))
    expect(names(await until(garden, (now) => now.problems.length === 0))).toEqual(['one'])
    expect(garden.status().state).toBe('live')
  })
})

it('a folder without any file cannot be read either', async () => {
  const garden = await open()
  expect(garden.status()).toMatchObject({
    state: 'failed',
    reason: `${at()} has no files that end in .yaml, .yml or .json.`,
  })
})

it('a file that is taken away takes its objects away, the last one too', async () => {
  await write('a.yaml', shoot('one'))
  const garden = await open()
  await rm(at('a.yaml'))
  expect(names(await until(garden, (now) => now.shoots.length === 0))).toEqual([])
})

describe('a change', () => {
  it('makes a new snapshot, in which what is unchanged stays the same object', async () => {
    await write('a.yaml', profile(), shoot('one'), shoot('two'))
    const project = { apiVersion, kind: 'Project', metadata: { name: 'core' }, spec: { namespace: 'garden-core' } }
    await write('b.json', JSON.stringify([project, shoot('three'), shoot('four')]))
    const garden = await open()
    const before = garden.snapshot()
    await write('a.yaml', '# moved down\n', profile(), shoot('one'), shoot('two', '1.35.4'))
    await write('b.json', JSON.stringify([project, shoot('three'), shoot('four', '1.35.4')], null, 3))
    const after = await until(
      garden,
      (now) => versionOf(now, 'two') === '1.35.4' && versionOf(now, 'four') === '1.35.4',
    )
    const same = (name: string) =>
      [...before.shoots].find((one) => one.name === name) === [...after.shoots].find((one) => one.name === name)
    expect(['one', 'two', 'three', 'four'].map(same)).toEqual([true, false, true, false])
    expect(after.profiles.get('aws')).toBe(before.profiles.get('aws'))
    expect(after.projects).toHaveLength(1)
    expect(after.projects).toBe(before.projects)
    expect(after.revision).not.toBe(before.revision)
    expect(before.shoots).toHaveLength(4)
  })

  it('of the version of a cluster alone leaves it as it is', async () => {
    const numbered = (name: string, resourceVersion: unknown, version?: string) => {
      const one = shoot(name, version)
      return { ...one, metadata: { ...one.metadata, resourceVersion } }
    }
    await write('a.yaml', shoot('none'), numbered('odd', 7), numbered('one', '8'), numbered('two', '9'))
    const garden = await open()
    const before = garden.snapshot()
    const versions = ({ shoots }: Snapshot) => shoots.map(({ name, resourceVersion }) => [name, resourceVersion])
    const [none, odd] = [
      ['none', undefined],
      ['odd', undefined],
    ]
    expect(versions(before)).toEqual([none, odd, ['one', '8'], ['two', '9']])
    expect(before.problems).toEqual([])
    await write('a.yaml', shoot('none'), numbered('odd', 7), numbered('one', '10'), numbered('two', '11', '1.35.4'))
    const after = await until(garden, (now) => versionOf(now, 'two') === '1.35.4')
    expect(versions(after)).toEqual([none, odd, ['one', '8'], ['two', '11']])
    expect(after.shoots.at(2)).toBe(before.shoots.at(2))
  })

  it('of a parent reaches its namespaced profile; without one that stays the same object', async () => {
    const own = {
      apiVersion,
      kind: 'NamespacedCloudProfile',
      metadata: { name: 'n', namespace: 'g' },
      spec: { parent: { name: 'aws' } },
    }
    await write('a.yaml', profile())
    await write('b.yaml', own, shoot('one'))
    const garden = await open()
    const first = garden.snapshot().profiles.get('g/n')
    await write('b.yaml', own, shoot('one', '1.35.4'))
    const second = await until(garden, (now) => versionOf(now, 'one') === '1.35.4')
    expect(second.profiles.get('g/n')).toBe(first)
    await write('a.yaml', profile('2028-01-31T00:00:00Z'))
    const third = await until(garden, (now) => now.profiles.get('aws') !== second.profiles.get('aws'))
    expect(third.profiles.get('g/n')?.profile).toEqual(third.profiles.get('aws')?.profile)
  })

  it.each<[string, () => Promise<void>]>([
    ['in place', () => write('a.yaml', shoot('one', '1.35.4'))],
    [
      'by renaming, as editors do',
      async () => {
        await write('.a.yaml.tmp', shoot('one', '1.35.4'))
        await rename(at('.a.yaml.tmp'), at('a.yaml'))
      },
    ],
    [
      'by removing and writing anew',
      async () => {
        await rm(at('a.yaml'))
        await write('a.yaml', shoot('one', '1.35.4'))
      },
    ],
    [
      'in a new file',
      async () => {
        await write('b.yaml', shoot('one', '1.35.4'))
        await rm(at('a.yaml'))
      },
    ],
    [
      'of the same size and time',
      async () => {
        await write('a.yaml', shoot('one', '1.35.4'))
        await utimes(at('a.yaml'), 1_700_000_000, 1_700_000_000)
      },
    ],
  ])('is noticed when it is made %s', async (_, change) => {
    await write('a.yaml', shoot('one'))
    await utimes(at('a.yaml'), 1_700_000_000, 1_700_000_000)
    const garden = await open()
    await change()
    const after = await until(garden, (now) => versionOf(now, 'one') === '1.35.4')
    expect(after.problems).toEqual([])
  })

  it('of a mounted ConfigMap is noticed, all of it at once', async () => {
    await write('..2026_1/a.yaml', shoot('one'))
    await write('..2026_2/a.yaml', shoot('one', '1.35.4'))
    await symlink('..2026_1', at('..data'))
    await symlink('..data/a.yaml', at('a.yaml'))
    const garden = await open()
    expect(versionOf(garden.snapshot(), 'one')).toBe('1.34.7')
    await symlink('..2026_2', at('..data_tmp'))
    await rename(at('..data_tmp'), at('..data'))
    await until(garden, (now) => versionOf(now, 'one') === '1.35.4')
  })

  it('is seen in a folder that never rests, and so is what never rests itself', async () => {
    await write('a.yaml', shoot('one'))
    await write('busy.yaml', shoot('busy', '1.30.0'))
    const garden = await open()
    let isOver = false
    const busy = (async () => {
      for (let i = 1; !isOver; i++) await write('busy.yaml', shoot('busy', `1.30.${i}`))
    })()
    await write('a.yaml', shoot('one', '1.35.4'))
    await until(garden, (now) => versionOf(now, 'one') === '1.35.4')
    const first = versionOf(garden.snapshot(), 'busy')
    await until(garden, (now) => versionOf(now, 'busy') !== first)
    isOver = true
    await busy
    await write('busy.yaml', shoot('busy', '1.29.9'))
    expect((await until(garden, (now) => versionOf(now, 'busy') === '1.29.9')).problems).toEqual([])
  })

  it('that changes nothing is not told', async () => {
    await write('a.yaml', shoot('one'))
    const garden = await open()
    const { revision } = garden.snapshot()
    let calls = 0
    garden.subscribe(() => calls++)
    await write('a.yaml', shoot('one'))
    await write('b.yaml', '# later\n')
    await write('c.yaml', shoot('two'))
    await until(garden, (now) => names(now).length === 2)
    expect(calls).toBe(1)
    await rm(at('c.yaml'))
    await rm(at('b.yaml'))
    expect((await until(garden, (now) => names(now).length === 1)).revision).toBe(revision)
  })

  it('takes away what is no longer there', async () => {
    await write('a.yaml', shoot('one'), shoot('two'))
    await write('b.yaml', shoot('three'))
    const garden = await open()
    await write('a.yaml', shoot('one'))
    await rm(at('b.yaml'))
    const after = await until(garden, (now) => names(now).length === 1)
    expect([names(after), after.problems]).toEqual([['one'], []])
  })
})

describe('while something is broken', () => {
  it('the file counts as it was, and is told with line and reason', async () => {
    await write('a.yaml', shoot('one'), shoot('two'))
    await write('b.yaml', shoot('three'))
    const garden = await open()
    await write('a.yaml', 'spec: {a: [1\n')
    await write('b.yaml', shoot('three', '1.35.4'))
    const after = await until(garden, (now) => versionOf(now, 'three') === '1.35.4' && now.problems.length > 0)
    expect(names(after)).toEqual(['one', 'three', 'two'])
    expect(after.problems).toEqual([
      { source: 'a.yaml', line: expect.any(Number), path: '', fault: expect.anything(), isOutdated: true },
    ])
    await write('a.yaml', shoot('two'))
    const mended = await until(garden, (now) => now.problems.length === 0)
    expect(names(mended)).toEqual(['three', 'two'])
  })

  it('the JSON file counts as it was', async () => {
    await write('a.json', JSON.stringify([shoot('one')]))
    const garden = await open()
    await truncate(at('a.json'), 47)
    const after = await until(garden, (now) => now.problems.length > 0)
    expect(names(after)).toEqual(['one'])
    expect(told(after.problems)).toEqual([`a.json:1 -: is not JSON: it ends too early. ${kept}`])
  })

  it.each<[string, object]>([
    ['an object of which nothing can be said', shoot('one', 'latest')],
    ['an object with a mistake', shoot('one', '1.35.4', { region: 7 })],
  ])('%s counts as it was, and the others as they are', async (_, broken) => {
    await write('a.yaml', shoot('one'), shoot('two'))
    const garden = await open()
    const one = garden.snapshot().shoots.at(0)
    await write('a.yaml', broken, shoot('two', '1.35.4'))
    const after = await until(garden, (now) => now.problems.length > 0)
    expect(after.shoots.at(0)).toBe(one)
    expect(versionOf(after, 'two')).toBe('1.35.4')
    expect(after.problems[0]).toMatchObject({ source: 'a.yaml', object: 'Shoot garden-a/one' })
    expect(after.problems[0]?.isOutdated).toBe(true)
    await write('a.yaml', broken, shoot('two', '1.33.1'))
    const later = await until(garden, (now) => versionOf(now, 'two') === '1.33.1')
    expect(later.shoots.at(0)).toBe(one)
    await write('a.yaml', shoot('one', '1.35.4'), shoot('two'))
    expect(versionOf(await until(garden, (now) => now.problems.length === 0), 'one')).toBe('1.35.4')
  })

  it('an object with a mistake from the start is shown as far as it is understood', async () => {
    await write('a.yaml', shoot('one', '1.34.7', { region: 7 }))
    const snapshot = (await open()).snapshot()
    expect(names(snapshot)).toEqual(['one'])
    expect(told(snapshot.problems)).toEqual(['a.yaml:12 Shoot garden-a/one: spec.region: must be text'])
  })

  it('a file that can no longer be read counts as it was', async () => {
    await write('a.yaml', shoot('one'))
    const garden = await open()
    // A link to itself: unlike a missing permission it stops every user, root too.
    await symlink('a.yaml', at('loop'))
    await rename(at('loop'), at('a.yaml'))
    const after = await until(garden, (now) => now.problems.length > 0)
    expect(names(after)).toEqual(['one'])
  })

  it.each([
    ['keys.yaml', 'users:\n- name: admin\n  user: {token: s3cr3t-of-others}\n'],
    ['broken.yaml', 'users: [s3cr3t-of-others\n- s3cr3t-of-others: &s3cr3t *s3cr3t2\n'],
    ['token.yaml', 's3cr3t-of-others\n'],
    ['words.yaml', 'root:x:0:0:s3cr3t-of-others:/root:/bin/sh\ns3cr3t: 1: 2\n'],
    ['key.json', '{"private_key": "s3cr3t-of-others", "other": s3cr3t-of-others}\n'],
    ['key.json', 's3cr3t-of-others'],
  ])('a link to a file of others, as %s, tells nothing of what stands in it', async (name, content) => {
    const other = await mkdtemp(join(tmpdir(), 'almanac-other-'))
    await writeFile(join(other, 'file'), content)
    await symlink(join(other, 'file'), at(name))
    await write('zz.yaml', shoot('one'))
    const snapshot = (await open()).snapshot()
    expect(names(snapshot)).toEqual(['one'])
    expect(JSON.stringify([snapshot.problems, [...snapshot.shoots]])).not.toContain('s3cr3t')
    await rm(other, { recursive: true })
  })

  it('a link that leads nowhere is told', async () => {
    await symlink(at('gone'), at('a.yaml'))
    expect(told((await open()).snapshot().problems)).toEqual([
      'a.yaml:- -: cannot be read: there is no such file or folder',
    ])
  })
})

describe('a path that goes away', () => {
  it('makes the garden stale, with a reason, until it is back', async () => {
    await write('in/a.yaml', shoot('one'))
    const garden = await open(at('in'))
    const before = garden.snapshot()
    await rename(at('in'), at('out'))
    await new Promise<void>((resolve) => garden.subscribe(resolve))
    expect(garden.snapshot()).toBe(before)
    expect(garden.status()).toMatchObject({
      state: 'stale',
      reason: `${at('in')}: there is no such file or folder.`,
      since: expect.any(Number),
    })
    expect(garden.status().resources[0]?.state).toBe('stale')
    await write('in/a.yaml', shoot('one', '1.35.4'))
    await until(garden, (now) => versionOf(now, 'one') === '1.35.4')
    expect(garden.status()).not.toHaveProperty('since')
    expect(garden.status().state).toBe('live')
  })

  it('to a device, which never ends, is none that is read', async () => {
    await write('in/a.yaml', shoot('one'))
    const garden = await open(at('in'))
    await rename(at('in'), at('out'))
    await symlink('/dev/zero', at('in'))
    await new Promise<void>((resolve) => garden.subscribe(resolve))
    expect(garden.status()).toMatchObject({
      state: 'stale',
      reason: `${at('in')}: it is neither a file nor a folder.`,
    })
    expect(names(garden.snapshot())).toEqual(['one'])
  })

  it('before it was ever read makes the garden failed', async () => {
    const garden = await open(at('nowhere'))
    expect(garden.status()).toMatchObject({
      state: 'failed',
      reason: `${at('nowhere')}: there is no such file or folder.`,
    })
    await write('nowhere/a.yaml', shoot('one'))
    await until(garden, (now) => names(now).length === 1)
    expect(garden.status().state).toBe('live')
  })
})

describe('events of clusters', () => {
  const event = (name: string, reason: string, lastTimestamp: string) => ({
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name, namespace: 'garden-a' },
    involvedObject: { kind: 'Shoot', namespace: 'garden-a', name: 'one' },
    reason,
    message: 'done',
    lastTimestamp,
  })
  const ask = (garden: ManifestsGarden, name: string) =>
    garden.events({ kind: 'process' }, { namespace: 'garden-a', name })

  it('are those of the dump', async () => {
    const pod = { ...event('e3', 'Pulled', '2026-11-03T00:00:00Z'), involvedObject: { kind: 'Pod', name: 'one' } }
    const items = [event('e1', 'Old', '2026-11-01T00:00:00Z'), event('e2', 'New', '2026-11-02T00:00:00Z'), pod]
    await write('a.yaml', shoot('one'), { apiVersion: 'v1', kind: 'List', items })
    const garden = await open()
    expect(told(garden.snapshot().problems)).toEqual([])
    const events = await ask(garden, 'one')
    expect(events.kind === 'read' && events.events.map(({ reason }) => reason)).toEqual(['New', 'Old'])
    expect(await ask(garden, 'two')).toEqual({ kind: 'read', events: [] })
  })

  it('cannot be read from a dump that has none', async () => {
    await write('a.yaml', shoot('one'))
    expect(await ask(await open(), 'one')).toMatchObject({ kind: 'unreadable' })
  })
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readdir, readFile, readlink, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { transformWithOxc } from 'vite'
import { describe, expect, it } from 'vitest'
import { editObject } from '@/lib/engine/edits'
import type { Edit } from '@/lib/engine/edits/edit'
import { type ShootEdit, withEdits } from '@/lib/engine/edits/shoot'
import type { JsonObject } from '@/lib/engine/json'
import type { ObjectRef } from '../garden'
import { at, inOwnFolder, openedAt, text, write } from '../testdata/own-folder'
import type { ManifestsGarden } from './manifests-garden'

const profile = `# The versions of aws
apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata:
  name: aws
  resourceVersion: "17" # as of Monday
spec:
  kubernetes:
    versions:
      - version: 1.35.1
        classification: preview
      - version: 1.34.1 # good
        classification: supported
`
const shoot = `apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata: {name: one, namespace: garden-a}
spec:
  cloudProfile: {kind: CloudProfile, name: aws}
  kubernetes: {version: 1.34.1}
`
const expires = Date.parse('2027-01-31T00:00:00Z')
const expired = profile.replace('classification: supported', '$&\n        expirationDate: "2027-01-31T00:00:00Z"')
const aws: ObjectRef = { kind: 'CloudProfile', name: 'aws' }

inOwnFolder()

/** It looks for changes only when it is told to. */
const open = (path = at()) => openedAt(path, { interval: 1_000_000, settle: 1 })

const version = (garden: ManifestsGarden) => garden.snapshot().profiles.get('aws')?.resourceVersion ?? ''

const expire: Edit = { kind: 'expire', image: null, version: '1.34.1', expirationDate: expires }

function apply(garden: ManifestsGarden, edits: readonly Edit[] = [expire], options = {}) {
  const edit = (object: JsonObject): JsonObject => {
    const edited = editObject(object, edits, null)
    if (edited.kind === 'problem') throw new Error(JSON.stringify(edited.problem))
    return edited.object
  }
  return garden.apply({ kind: 'process' }, aws, edit, { resourceVersion: version(garden), ...options })
}

describe('an edit of a garden of manifests', () => {
  it('is written into the file, is seen at once, and leaves nothing behind', async () => {
    await write('in/aws.yaml', profile)
    await write('shoot.yaml', shoot)
    const garden = await open()
    const outcome = await apply(garden)
    expect(outcome).toEqual({ kind: 'applied', resourceVersion: version(garden) })
    expect(await text('in/aws.yaml')).toBe(expired)
    const [, second] = garden.snapshot().profiles.get('aws')?.profile.kubernetes ?? []
    expect(second?.expirationDate).toBe(expires)
    expect(await readdir(at('in'))).toEqual(['aws.yaml'])
    expect(garden.snapshot().problems).toEqual([])
  })

  it('is only tried by a dry run', async () => {
    await write('aws.yaml', profile)
    const garden = await open()
    const before = garden.snapshot()
    expect(await apply(garden, [expire], { dryRun: true })).toMatchObject({ kind: 'applied' })
    expect(await text('aws.yaml')).toBe(profile)
    expect(garden.snapshot()).toBe(before)
    expect(await apply(garden, [])).toMatchObject({ kind: 'unchanged' })
  })

  it.each<[string, (content: string) => string]>([
    ['the same version', (content) => content.replace('supported', 'deprecated')],
    ['only a comment', (content) => content.replace('good', 'bad')],
    ['another object', (content) => `${content}---\n${shoot}`],
  ])('is a conflict when somebody has changed %s since it was read, and nothing is written', async (_, change) => {
    await write('aws.yaml', profile)
    const garden = await open()
    await write('aws.yaml', change(profile))
    expect(await apply(garden, [expire], { dryRun: true })).toMatchObject({ kind: 'conflict' })
    await write('aws.yaml', `${change(profile)}\n`)
    const outcome = await apply(garden)
    expect(outcome).toMatchObject({ kind: 'conflict', newer: { resourceVersion: version(garden) } })
    expect(await text('aws.yaml')).toBe(`${change(profile)}\n`)
    // It was read meanwhile: who looks at what has changed may apply it then.
    expect(await apply(garden)).toMatchObject({ kind: 'applied' })
    expect(await text('aws.yaml')).toBe(
      `${change(profile).replace(
        /classification: (supported|deprecated)/,
        '$&\n        expirationDate: "2027-01-31T00:00:00Z"',
      )}\n`,
    )
  })

  it('is a conflict when it was made for an older version', async () => {
    await write('aws.yaml', profile)
    const garden = await open()
    const resourceVersion = version(garden)
    await apply(garden)
    expect(await apply(garden, [{ ...expire, expirationDate: null }], { resourceVersion })).toMatchObject({
      kind: 'conflict',
      newer: { resourceVersion: version(garden) },
    })
    expect(await text('aws.yaml')).toBe(expired)
  })

  it('is made once when two come at the same time', async () => {
    await write('aws.yaml', profile)
    const garden = await open()
    const outcomes = await Promise.all([apply(garden), apply(garden, [{ ...expire, version: '1.35.1' }])])
    expect(outcomes.map(({ kind }) => kind)).toEqual(['applied', 'conflict'])
  })

  it('follows links, keeps the mode, and works on a single file', async () => {
    await write('real/aws.yaml', profile)
    await chmod(at('real/aws.yaml'), 0o640)
    await mkdir(at('links'))
    await symlink('../real/aws.yaml', at('links/aws.yaml'))
    const garden = await open(at('links/aws.yaml'))
    expect(await apply(garden)).toMatchObject({ kind: 'applied' })
    expect(await readlink(at('links/aws.yaml'))).toBe('../real/aws.yaml')
    expect(await text('real/aws.yaml')).toBe(expired)
    expect((await stat(at('real/aws.yaml'))).mode & 0o777).toBe(0o640)
    expect(await readdir(at('links'))).toEqual(['aws.yaml'])
  })

  it('follows links within the folder, and writes through none that leads out of it', async () => {
    await write('garden/real/aws.yaml', profile)
    await write('elsewhere/aws.yaml', profile)
    await symlink('real', at('garden/also'))
    expect(await apply(await open(at('garden')))).toMatchObject({ kind: 'applied' })
    expect(await text('garden/real/aws.yaml')).toBe(expired)

    await rm(at('garden/real'), { recursive: true })
    await rm(at('garden/also'))
    for (const [link, target] of [
      ['garden/aws.yaml', '../elsewhere/aws.yaml'],
      ['garden/folder', at('elsewhere')],
    ] as const) {
      await symlink(target, at(link))
      const garden = await open(at('garden'))
      const message = expect.stringContaining(`it is a link that leads out of ${at('garden')}`)
      for (const dryRun of [true, false]) {
        expect(await apply(garden, [expire], { dryRun })).toMatchObject({ kind: 'unavailable', message })
      }
      await rm(at(link))
    }
    expect(await text('elsewhere/aws.yaml')).toBe(profile)
    expect(await readdir(at('elsewhere'))).toEqual(['aws.yaml'])
  })

  it('of bytes that are no text is not written', async () => {
    await write('aws.yaml', profile)
    const garden = await open()
    await writeFile(
      at('aws.yaml'),
      Buffer.concat([Buffer.from('# '), Buffer.from([0xff]), Buffer.from(`\n${profile}`)]),
    )
    expect(await apply(garden)).toEqual({
      kind: 'unavailable',
      message: 'aws.yaml cannot be written: it is not UTF-8.',
      uncertain: false,
    })
  })

  it('of a file that is broken or gone by now says so', async () => {
    await write('aws.yaml', profile)
    const garden = await open()
    await write('aws.yaml', 'spec: {a: [1')
    expect(await apply(garden)).toMatchObject({ kind: 'unavailable', message: /cannot be found in aws.yaml/ })
    await rm(at('aws.yaml'))
    expect(await apply(garden)).toMatchObject({ message: /aws.yaml cannot be read: there is no such file/ })
  })

  it('is refused as the API server would', async () => {
    await write('aws.yaml', `${profile}---\n${shoot}`)
    const garden = await open()
    expect(await apply(garden, [{ kind: 'remove', image: null, version: '1.34.1' }])).toMatchObject({
      kind: 'forbidden',
    })
    const twice: Edit = { kind: 'add', image: null, entry: { version: '1.34.2', classification: 'supported' } }
    expect(await apply(garden, [twice])).toMatchObject({ kind: 'refused', status: 422 })
    expect(await text('aws.yaml')).toBe(`${profile}---\n${shoot}`)
  })

  it('is shown as a difference of the file', async () => {
    await write('aws.yaml', profile)
    const garden = await open()
    const preview = await garden.preview({ kind: 'process' }, aws, (object) => {
      const edited = editObject(object, [expire], null)
      return edited.kind === 'ok' ? edited.object : object
    })
    expect(preview).toMatchObject({ kind: 'ok', file: 'aws.yaml' })
    expect(preview.kind === 'ok' && (await preview.texts())).toEqual({ before: profile, after: expired })
  })

  it('takes away what a killed process left behind, but nothing fresh', async () => {
    await write('aws.yaml', profile)
    await write('.aws.yaml.almanac-old', 'x')
    await write('.aws.yaml.almanac-new', 'x')
    await utimes(at('.aws.yaml.almanac-old'), 1, 1)
    expect(await apply(await open())).toMatchObject({ kind: 'applied' })
    expect((await readdir(at())).sort()).toEqual(['.aws.yaml.almanac-new', 'aws.yaml'])
  })
})

describe('a process that is killed while it writes', () => {
  const program = `
    import { readFile } from 'node:fs/promises'
    import { replaceFile } from './replace-file.mjs'
    const [path, a, b] = process.argv.slice(2)
    const contents = [await readFile(a), await readFile(b)]
    for (let i = 0; ; i++) {
      process.stdout.write('.')
      if (!(await replaceFile(path, contents[i % 2], contents[1 - i % 2]))) throw new Error('conflict')
    }`

  it('leaves the old or the new file', async () => {
    // Large, so that a kill mostly meets it in the middle of a write.
    const filler = '# something that takes its time to be written\n'.repeat(60_000)
    const [old, next] = [profile + filler, expired + filler]
    await write('old', old)
    await write('next', next)
    // As JavaScript, so that each process writes as soon as it is there.
    const source = await readFile('lib/garden/manifests/replace-file.ts', 'utf8')
    await write('replace-file.mjs', (await transformWithOxc(source, 'replace-file.ts')).code)
    await write('program.mjs', program)
    const seen = new Set<string>()
    for (let kills = 0; kills < 8; kills++) {
      await write('in/aws.yaml', old)
      const args = [at('program.mjs'), at('in/aws.yaml'), at('old'), at('next')]
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
      await once(child.stdout, 'data')
      setTimeout(() => child.kill('SIGKILL'), 5 + kills * 7)
      await once(child, 'close')
      expect(child.signalCode).toBe('SIGKILL')
      const content = await text('in/aws.yaml')
      expect(content === old || content === next).toBe(true)
      seen.add((await readdir(at('in'))).length > 1 ? 'met in the middle' : 'met between two')
    }
    expect([...seen]).toContain('met in the middle')
    const garden = await open(at('in'))
    expect(garden.snapshot().problems).toEqual([])
    expect(garden.snapshot().profiles.size).toBe(1)
  }, 120_000)
})

describe('an edit of a cluster', () => {
  const one: ObjectRef = { kind: 'Shoot', namespace: 'garden-a', name: 'one' }
  const cluster = `# Ask the shop before it is touched
apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata:
  name: one
  namespace: garden-a
spec:
  cloudProfile: { kind: CloudProfile, name: aws }
  kubernetes:
    version: 1.34.1 # tested
  maintenance:
    autoUpdate:
      kubernetesVersion: false
    timeWindow:
      begin: "220000+0100" # after work
      end: "230000+0100"
  provider:
    type: aws
    workers:
      # for everybody
      - name: web
        machine: { type: large, image: { name: linux, version: 2.0.0 } }
        minimum: 1
        maximum: 3
        maxSurge: 1
      - name: batch # at night
        machine:
          type: large
          image:
            name: linux
            version: 2.0.0
        minimum: 0
        maximum: 9
        maxSurge: 1
`
  const offers = `  machineTypes: [{ name: large, cpu: "4", gpu: "0", memory: 16Gi }]
  regions: [{ name: eu }]
  machineImages:
    - name: linux
      versions: [{ version: 2.0.0 }, { version: 2.1.0 }]
`
  const change = async (garden: ManifestsGarden, edits: readonly ShootEdit[], base?: string) => {
    const found = await garden.preview({ kind: 'process' }, one, (object) => object)
    const resourceVersion = base ?? (found.kind === 'ok' ? found.resourceVersion : '')
    return garden.apply({ kind: 'process' }, one, (object) => withEdits(object, edits) as JsonObject, {
      resourceVersion,
    })
  }

  it.each<[string, ShootEdit[], [string, string][]]>([
    [
      'of a switch',
      [{ field: 'spec.maintenance.autoUpdate.kubernetesVersion', value: true }],
      [['sVersion: false', 'sVersion: true']],
    ],
    [
      'of the window',
      [
        { field: 'spec.maintenance.timeWindow.begin', value: '210000+0100' },
        { field: 'spec.maintenance.timeWindow.end', value: '220000+0100' },
      ],
      [
        ['end: "230000+0100"', 'end: "220000+0100"'],
        ['begin: "220000+0100"', 'begin: "210000+0100"'],
      ],
    ],
    [
      'of the image of one pool of two',
      [{ pool: 'batch', field: 'machine.image', value: { name: 'linux', version: '2.1.0' } }],
      [['            version: 2.0.0', '            version: 2.1.0']],
    ],
    ['of the surge of a pool', [{ pool: 'web', field: 'maxSurge', value: 3 }], [['maxSurge: 1', 'maxSurge: 3']]],
    [
      'that asks for maintenance at once',
      [{ field: 'metadata.annotations[gardener.cloud/operation]', value: 'maintain' }],
      [['namespace: garden-a\n', 'namespace: garden-a\n  annotations:\n    gardener.cloud/operation: maintain\n']],
    ],
  ])('%s changes its lines, and nothing else of the file', async (_, edits, replaced) => {
    await write('aws.yaml', profile + offers)
    await write('clusters.yaml', `${cluster}---\n${cluster.replace('name: one', 'name: two')}`)
    const garden = await open()
    expect(await change(garden, edits)).toMatchObject({ kind: 'applied' })
    const after = replaced.reduce((text, [from, to]) => text.replace(from, to), cluster)
    expect(await text('clusters.yaml')).toBe(`${after}---\n${cluster.replace('name: one', 'name: two')}`)
    expect(garden.snapshot().problems).toEqual([])
  })

  it('is a conflict after another one, whose text stays', async () => {
    await write('aws.yaml', profile + offers)
    await write('one.yaml', cluster)
    const garden = await open()
    const found = await garden.preview({ kind: 'process' }, one, (object) => object)
    const base = found.kind === 'ok' ? found.resourceVersion : ''
    await write('one.yaml', cluster.replace('maxSurge: 1', 'maxSurge: 2'))
    const confine: ShootEdit = { field: 'spec.maintenance.confineSpecUpdateRollout', value: true }
    expect(await change(garden, [confine], base)).toMatchObject({ kind: 'conflict' })
    expect(await text('one.yaml')).toBe(cluster.replace('maxSurge: 1', 'maxSurge: 2'))
    expect(await change(garden, [confine])).toMatchObject({ kind: 'applied' })
    expect(await text('one.yaml')).toContain('maxSurge: 2')
  })

  it('that Gardener would refuse is refused, machine types too', async () => {
    await write('aws.yaml', profile + offers)
    await write('one.yaml', cluster)
    const garden = await open()
    for (const edit of [
      { field: 'spec.kubernetes.version', value: '1.33.1' },
      { pool: 'web', field: 'machine.type', value: 'huge' },
    ] as const) {
      expect(await change(garden, [edit])).toMatchObject({ kind: 'refused', status: 422 })
    }
    expect(await text('one.yaml')).toBe(cluster)
  })
})

import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { stringify } from 'yaml'
import { editObject } from '@/lib/engine/edits'
import type { Edit } from '@/lib/engine/edits/edit'
import type { Json } from '@/lib/engine/json'
import { runs } from '@/lib/engine/testdata/runs'
import { withoutBreak } from '@/lib/engine/testdata/without-break'
import { demoManifests } from '../demo/manifests'
import { parseCloudProfile } from '../parse'
import { defaultLimits } from './reading'
import { findInFile } from './write-back'

const foundInFile = (...asked: Parameters<typeof findInFile>) => withoutBreak(findInFile(...asked))

function lost(): never {
  throw new Error('it is lost')
}

const EXPIRES = Date.parse('2027-01-31T00:00:00Z')

/** The text of a file with edits of its profile `aws`; null: they cannot be written. */
function written(text: string, edits: readonly Edit[], { name = 'a.yaml', label = 'CloudProfile aws' } = {}) {
  const found = foundInFile(name, text, label, defaultLimits)
  if (found === undefined) throw new Error('it is not found')
  const edited = editObject(found.object, edits, null)
  if (edited.kind === 'problem') throw new Error(JSON.stringify(edited.problem))
  expect(edited.problems.filter((problem) => problem !== null)).toEqual([])
  const result = withoutBreak(found.written(edited.object))
  if (result !== null) {
    expect(foundInFile(name, result, label, defaultLimits)?.object).toEqual(edited.object)
  }
  return result
}

const head = 'apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata:\n  name: aws\n'

const profile = `# Who owns this: platform
${head}spec:
  # All of them
  kubernetes:
    versions: # newest first
    # Tried since Monday
    - version: 1.35.0   # see ticket 7
      classification: preview

    - version: 1.34.1
      classification: supported # the default
      # until the end of March
      expirationDate: '2027-03-31T00:00:00Z'
    - expirationDate: "2026-12-01T00:00:00Z" # soon
      classification: deprecated
      version: 1.33.9
  machineImages:
    - name: linux
      updateStrategy: 'minor'
      versions:
        - version: 2.0.0
          architectures: [amd64, arm64]   # both
  regions: [ { name: eu }, {name: us} ]
# the end
`

const expire = (version: string, expirationDate: number | null = EXPIRES): Edit => ({
  kind: 'expire',
  image: null,
  version,
  expirationDate,
})

/** Lines that go are marked with -, lines that come with +. */
function changes(before: string, after: string | null): string[] {
  const [old, now] = [before.split('\n'), (after ?? 'null').split('\n')]
  let [head, tail] = [0, 0]
  while (head < old.length && head < now.length && old[head] === now[head]) head++
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++
  return [
    ...old.slice(head, old.length - tail).map((line) => `-${line}`),
    ...now.slice(head, now.length - tail).map((line) => `+${line}`),
  ]
}

const put = (path: readonly string[], value?: Json): Edit => ({
  kind: 'yaml',
  image: path[1] === 'machineImages' ? (path[2] ?? null) : null,
  changes: [{ path, value }],
})

describe('an edit in YAML', () => {
  it.each<[string, readonly Edit[], readonly string[]]>([
    [
      'of any value leaves the rest of its entry',
      [put(['spec', 'machineImages', 'linux', 'versions', '2.0.0', 'kubeletVersionConstraint'], '>= 1.30')],
      ["+          kubeletVersionConstraint: '>= 1.30'"],
    ],
    [
      'of one word of a list leaves its comment',
      [put(['spec', 'machineImages', 'linux', 'versions', '2.0.0', 'architectures'], ['amd64'])],
      ['-          architectures: [amd64, arm64]   # both', '+          architectures: [amd64]   # both'],
    ],
    [
      'of an entry of a list in one line',
      [put(['spec', 'regions', 'eu', 'zones'], [{ name: 'a' }])],
      ['-  regions: [ { name: eu }, {name: us} ]', '+  regions: [ { name: eu, zones: [ { name: a } ] }, {name: us} ]'],
    ],
    [
      'of a part that is new',
      [put(['spec', 'limits'], { maxNodesTotal: 100 })],
      ['+  limits:', '+    maxNodesTotal: 100'],
    ],
    ['of a part that goes', [put(['spec', 'regions'])], ['-  regions: [ { name: eu }, {name: us} ]']],
    ['that says what is there changes nothing', [expire('1.34.1', Date.parse('2027-03-31T00:00:00Z'))], []],
    [
      'of a date keeps its quotes and its comment',
      [expire('1.33.9')],
      ['-    - expirationDate: "2026-12-01T00:00:00Z" # soon', '+    - expirationDate: "2027-01-31T00:00:00Z" # soon'],
    ],
    [
      'of a date in single quotes too',
      [expire('1.34.1')],
      ["-      expirationDate: '2027-03-31T00:00:00Z'", "+      expirationDate: '2027-01-31T00:00:00Z'"],
    ],
    [
      'of a word keeps the comment behind it',
      [{ kind: 'classify', image: null, version: '1.34.1', classification: 'deprecated', from: 0 }],
      ['-      classification: supported # the default', '+      classification: deprecated # the default'],
    ],
    [
      'that adds a field puts it behind the others, quoted as others are',
      [expire('1.35.0')],
      ["+      expirationDate: '2027-01-31T00:00:00Z'"],
    ],
    [
      'that takes a field away keeps the comments around it',
      [expire('1.34.1', null)],
      ["-      expirationDate: '2027-03-31T00:00:00Z'"],
    ],
    [
      'that takes the field behind the dash away moves the next one there',
      [expire('1.33.9', null)],
      [
        '-    - expirationDate: "2026-12-01T00:00:00Z" # soon',
        '-      classification: deprecated',
        '+    - classification: deprecated',
      ],
    ],
    [
      'that adds a version at the front leaves the others alone',
      [{ kind: 'add', image: null, entry: { version: '1.36.0', classification: 'preview' }, index: 0 }],
      ['+    - version: 1.36.0', '+      classification: preview'],
    ],
    [
      'that adds a version at the end leaves the others alone',
      [{ kind: 'add', image: null, entry: { version: '1.32.1', expirationDate: EXPIRES } }],
      ['+    - version: 1.32.1', "+      expirationDate: '2027-01-31T00:00:00Z'"],
    ],
    [
      'that removes a version takes its lines only',
      [{ kind: 'remove', image: null, version: '1.35.0' }],
      ['-    - version: 1.35.0   # see ticket 7', '-      classification: preview'],
    ],
    [
      'of a strategy keeps its quotes',
      [{ kind: 'strategy', image: 'linux', updateStrategy: 'patch' }],
      ["-      updateStrategy: 'minor'", "+      updateStrategy: 'patch'"],
    ],
    [
      'that adds an image version indents it as the list is',
      [
        {
          kind: 'add',
          image: 'linux',
          entry: {
            version: '2.1.0',
            architectures: ['amd64'],
            cri: [{ name: 'containerd', containerRuntimes: ['gvisor'] }],
          },
          index: 0,
        },
      ],
      [
        '+        - version: 2.1.0',
        '+          architectures:',
        '+            - amd64',
        '+          cri:',
        '+            - name: containerd',
        '+              containerRuntimes:',
        '+                - type: gvisor',
      ],
    ],
    [
      'that replaces fields by stages writes a list',
      [{ kind: 'schedule', image: null, version: '1.35.0', lifecycle: [{ classification: 'preview' }] }],
      ['-      classification: preview', '+      lifecycle:', '+        - classification: preview'],
    ],
    [
      'that removes the last version leaves an empty list',
      [{ kind: 'remove', image: 'linux', version: '2.0.0' }],
      [
        '-      versions:',
        '-        - version: 2.0.0',
        '-          architectures: [amd64, arm64]   # both',
        '+      versions: []   # both',
      ],
    ],
  ])('%s', (_, edits, expected) => {
    const result = written(profile, edits)
    const shown = changes(profile, result)
    // The comparison is a simple one: what stays in between is shown twice.
    const moved = shown.filter((line) => !shown.includes(`${line.startsWith('-') ? '+' : '-'}${line.slice(1)}`))
    expect(moved).toEqual(expected)
    const crlf = profile.replaceAll('\n', '\r\n')
    expect(written(crlf, edits)).toBe(result?.replaceAll('\n', '\r\n'))
    const open = profile.replace(/\n# the end\n$/, '')
    expect(written(open, edits)).toBe(result?.replace(/\n# the end\n$/, ''))
    const marked = `\ufeff---\n${profile}`
    expect(written(marked, edits)).toBe(`\ufeff---\n${result}`)
  })

  it('at the end of a file without a last line break leaves it without one', () => {
    const text = `${head}spec:\n  kubernetes:\n    versions:\n      - version: 1.34.1\n      - version: 1.33.1\n        classification: supported`
    expect(written(text, [{ kind: 'remove', image: null, version: '1.33.1' }])).toBe(
      text.slice(0, text.indexOf('\n      - version: 1.33.1')),
    )
    expect(written(text, [expire('1.33.1')])).toBe(`${text}\n        expirationDate: "2027-01-31T00:00:00Z"`)
    expect(written(text, [{ kind: 'add', image: null, entry: { version: '1.32.1' } }])).toBe(
      `${text}\n      - version: 1.32.1`,
    )
    const plain: Edit = { kind: 'classify', image: null, version: '1.33.1', classification: null, from: 0 }
    expect(written(text, [plain])).toBe(text.slice(0, text.lastIndexOf('\n')))
  })

  it('leaves the other documents and objects of the file alone', () => {
    const others = ['# first\nkind: ConfigMap\n', '{kind: Other}\n', `${head.replace('aws', 'gcp')}spec: {}\n`]
    const text = `${others[0]}---\n${others[2]}---\n${profile}...\n---\n${others[1]}`
    const after = written(text, [expire('1.34.1')])
    expect(after).toBe(text.replace("'2027-03-31T00:00:00Z'", "'2027-01-31T00:00:00Z'"))
  })

  it('changes the first of two that have the same name, which is the one that counts', () => {
    const text = `${profile}---\n${profile}`
    const after = written(text, [expire('1.34.1')])
    expect(after).toBe(text.replace("'2027-03-31T00:00:00Z'", "'2027-01-31T00:00:00Z'"))
  })

  it('works in flow style', () => {
    const text = `${head}spec: {kubernetes: {versions: [{version: 1.34.1, classification: supported}, {version: 1.33.1}]}} # all\n`
    expect(written(text, [expire('1.33.1')])).toBe(
      text.replace('{version: 1.33.1}', '{version: 1.33.1, expirationDate: "2027-01-31T00:00:00Z"}'),
    )
    expect(written(text, [{ kind: 'remove', image: null, version: '1.34.1' }])).toBe(
      text.replace('{version: 1.34.1, classification: supported}, ', ''),
    )
    const added = written(text, [{ kind: 'add', image: null, entry: { version: '1.35.1' }, index: 0 }])
    expect(added).toBe(text.replace('[{', '[{ version: 1.35.1 }, {'))
  })

  it('fills an empty list', () => {
    const text = `${head}spec:\n  kubernetes:\n    versions: [] # none yet\n`
    const after = written(text, [{ kind: 'add', image: null, entry: { version: '1.35.1' } }])
    expect(after).toBe(text.replace(' [] #', '\n    - version: 1.35.1 #'))
  })

  it('is not written where other objects share what it changes', () => {
    const shared = `kind: List\napiVersion: v1\nitems:\n- ${head.replaceAll('\n', '\n  ')}spec: &spec\n    kubernetes:\n      versions:\n      - version: 1.34.1\n- ${head.replace('aws', 'gcp').replaceAll('\n', '\n  ')}spec: *spec\n`
    expect(written(shared, [expire('1.34.1')])).toBeNull()
  })

  it('is written where the object itself uses an anchor', () => {
    const text = `${head}x-date: &date "2026-12-01T00:00:00Z"\nspec:\n  kubernetes:\n    versions:\n      - version: 1.34.1\n        expirationDate: *date\n      - version: 1.33.1\n        expirationDate: *date\n`
    expect(written(text, [expire('1.33.1')])).toBe(
      `${text.slice(0, text.lastIndexOf('*date'))}"2027-01-31T00:00:00Z"\n`,
    )
  })
})

const small = { apiVersion: 'core.gardener.cloud/v1beta1', kind: 'CloudProfile', metadata: { name: 'aws' } }
const spec = { kubernetes: { versions: [{ version: '1.34.1', classification: 'supported' }, { version: '1.33.1' }] } }

describe.each([
  ['compact', undefined],
  ['in two columns', 2],
  ['with tabs', '\t'],
])('an edit in JSON, %s', (_, space) => {
  it.each<[string, (object: object) => object]>([
    ['alone', (object) => object],
    ['in a List', (object) => ({ kind: 'List', apiVersion: 'v1', items: [{ kind: 'Other' }, object] })],
    ['in an array', (object) => [object, { kind: 'Other', text: 'é "\\/' }]],
  ])('%s is as JSON.stringify would write it', (__, around) => {
    const text = JSON.stringify(around({ ...small, spec }), null, space)
    const [first, second] = spec.kubernetes.versions
    const cases: [Edit, object[]][] = [
      [expire('1.33.1'), [{ ...first }, { ...second, expirationDate: '2027-01-31T00:00:00Z' }]],
      [{ kind: 'remove', image: null, version: '1.34.1' }, [{ ...second }]],
      [{ kind: 'remove', image: null, version: '1.33.1' }, [{ ...first }]],
      [
        { kind: 'add', image: null, entry: { version: '1.35.1', classification: 'preview' }, index: 0 },
        [{ version: '1.35.1', classification: 'preview' }, { ...first }, { ...second }],
      ],
      [
        { kind: 'schedule', image: null, version: '1.33.1', lifecycle: [{ classification: 'supported' }] },
        [{ ...first }, { ...second, lifecycle: [{ classification: 'supported' }] }],
      ],
      [
        { kind: 'classify', image: null, version: '1.34.1', classification: null, from: 0 },
        [{ version: '1.34.1' }, { ...second }],
      ],
    ]
    for (const [edit, versions] of cases) {
      const expected = JSON.stringify(around({ ...small, spec: { kubernetes: { versions } } }), null, space)
      expect(written(text, [edit], { name: 'a.json' })).toBe(expected)
      expect(written(text, [edit])).toBe(expected)
    }
  })
})

describe('an object of a long JSON list', () => {
  const others = Array.from({ length: 300 }, (_, i) => ({ ...small, metadata: { name: `other-${i}` } }))
  const text = JSON.stringify({ kind: 'List', apiVersion: 'v1', items: [...others, small] })

  it('is found in steps, between which others may work', () => {
    const finding = findInFile('a.json', text, 'CloudProfile aws', defaultLimits)
    let count = 0
    let step = finding.next()
    for (; !step.done; step = finding.next()) count++
    expect(step.value?.object).toEqual(small)
    expect(count).toBeGreaterThan(3 * others.length)
  })

  it.each<[string, string]>([
    ['an item behind it is no JSON', text.replace('"other-299"', '"other-299')],
    ['what is around it is no JSON', text.replace('"kind":"List"', '"kind":List')],
    ['its end is missing', text.slice(0, -2)],
    ['the list has a key twice', text.replace('{"kind"', '{"kind":"List","kind"')],
    ['it has a key twice', text.replace('{"name":"aws"', '{"name":"aws","name":"aws"')],
  ])('is not found where %s', (_, broken) => {
    expect(broken).not.toBe(text)
    expect(foundInFile('a.json', broken, 'CloudProfile aws', defaultLimits)).toBeUndefined()
  })
})

const dump = readFileSync('lib/garden/testdata/profiles.yaml', 'utf8')
// Without objects that are the same one, which would be written as aliases.
const demo: object[] = JSON.parse(JSON.stringify(demoManifests({ born: '2026-11-21', shoots: 1 }))).filter(
  (one: object) => 'kind' in one && one.kind === 'CloudProfile',
)

/** The same profiles in many ways of writing. */
const files: [string, string, string][] = [
  ['as kubectl writes it', 'a.yaml', dump],
  ['one document each', 'a.yaml', demo.map((one) => stringify(one)).join('---\n')],
  [
    'lists not indented, long lines',
    'a.yaml',
    demo.map((one) => stringify(one, { indentSeq: false, lineWidth: 0 })).join('---\n'),
  ],
  [
    'single quotes, four columns',
    'a.yaml',
    demo
      .map((one) =>
        stringify(one, { singleQuote: true, defaultStringType: 'QUOTE_SINGLE', defaultKeyType: 'PLAIN', indent: 4 }),
      )
      .join('---\n'),
  ],
  ['CRLF', 'a.yaml', dump.replaceAll('\n', '\r\n')],
  [
    'a typed list',
    'a.yaml',
    stringify({ kind: 'CloudProfileList', apiVersion: 'core.gardener.cloud/v1beta1', items: demo }),
  ],
  ['no last line break', 'a.yaml', stringify(demo[0]).trimEnd()],
  ['flow', 'a.yaml', demo.map((one) => stringify(one, { collectionStyle: 'flow' })).join('---\n')],
  ['JSON', 'a.json', JSON.stringify(demo, null, 2)],
  ['compact JSON', 'a.json', JSON.stringify({ kind: 'List', items: demo })],
]

const stage = fc.constantFrom('preview' as const, 'supported' as const, 'deprecated' as const)
const instant = fc.integer({ min: 1_780_000_000, max: 1_900_000_000 }).map((seconds) => seconds * 1000)

test.each(files)('whatever is edited, only that differs and comments stay: %s', (_, name, text) => {
  const object = foundInFile(name, text, 'CloudProfile aws', defaultLimits)?.object ?? {}
  const parsed = parseCloudProfile(object)
  if (parsed.kind === 'problem') throw new Error(JSON.stringify(parsed.problems))
  const { kubernetes, machineImages } = parsed.value.profile
  const target = fc.constantFrom(
    ...kubernetes.map(({ version }) => ({ image: null, version })),
    ...machineImages.flatMap(({ name: image, versions }) => versions.map(({ version }) => ({ image, version }))),
  )
  const edit = fc.oneof(
    fc
      .tuple(target, fc.option(instant))
      .map(([on, expirationDate]): Edit => ({ kind: 'expire', ...on, expirationDate })),
    fc
      .tuple(target, fc.option(stage), instant)
      .map(([on, classification, from]): Edit => ({ kind: 'classify', ...on, classification, from })),
    target.map((on): Edit => ({ kind: 'remove', ...on })),
    fc.tuple(target, fc.array(stage, { maxLength: 3 }), instant).map(
      ([on, stages, startTime]): Edit => ({
        kind: 'schedule',
        ...on,
        lifecycle: stages.map((classification) => ({ classification, startTime })),
      }),
    ),
    fc
      .tuple(target, fc.nat(9), stage)
      .map(
        ([on, index, classification]): Edit =>
          on.image === null
            ? { kind: 'add', image: null, entry: { version: '1.99.0', classification }, index }
            : { kind: 'add', image: on.image, entry: { version: '99.0.0', architectures: ['arm64'], cri: [] }, index },
      ),
    fc.tuple(target, stage).map(
      ([on, s]): Edit => ({
        kind: 'strategy',
        image: on.image ?? 'ubuntu',
        updateStrategy: s === 'preview' ? 'minor' : 'patch',
      }),
    ),
    fc.constant<Edit>({ kind: 'addImage', image: 'fresh', updateStrategy: 'major', index: 0 }),
  )
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 6 }), (edits) => {
      const found = foundInFile(name, text, 'CloudProfile aws', defaultLimits)
      const edited = editObject(object, edits, null)
      if (edited.kind === 'problem' || found === undefined) return lost()
      const result = withoutBreak(found.written(edited.object))
      expect(result).not.toBeNull()
      expect(foundInFile(name, result ?? '', 'CloudProfile aws', defaultLimits)?.object).toEqual(edited.object)
      const lines = new Set((result ?? '').split('\n'))
      const missing = text.split('\n').filter((line) => !lines.has(line))
      if (text.length > 5000 && !name.endsWith('json') && !text.includes('{ ')) {
        expect(missing.length).toBeLessThan(edits.length * 16)
      }
    }),
    { numRuns: runs(25) },
  )
})

import fc from 'fast-check'
import { parseAllDocuments, stringify } from 'yaml'
import { isDeeperThan } from '@/lib/engine/bounds'
import type { Problem } from '@/lib/engine/faults'
import { isDeepEqual } from '@/lib/engine/json'
import { withoutBreak } from '@/lib/engine/testdata/without-break'
import type { Garden } from '@/lib/garden'
import { demoManifests } from '@/lib/garden/demo/manifests'
import type { Snapshot } from '@/lib/garden/garden'
import { snapshotOfFiles } from '@/lib/garden/manifests/assemble'
import {
  type ManifestFile,
  readManifestFile,
  textIn,
  unreadable,
  unreadFile,
} from '@/lib/garden/manifests/manifest-file'
import { defaultLimits, takeApart } from '@/lib/garden/manifests/reading'
import { type ReadObject, readObject, withContentVersion } from '@/lib/garden/read-object'
import { SharedParts, saysAsBefore } from '@/lib/garden/shoot-fields'
import { gardenOf } from '@/lib/garden/testdata/garden-of'
import { answerOf } from '@/lib/questions/answers'
import { routeNamed } from '@/lib/questions/routes'
import { fuzz } from './testdata/fuzz'
import { textChange, withTextChanges } from './testdata/odd'

const AT = '2026-11-21T18:00:00Z'
const all = JSON.parse(JSON.stringify(demoManifests({ born: '2026-11-21', shoots: 12 }))) as readonly {
  readonly metadata: { readonly name: string }
}[]
const named = (...names: readonly string[]) => all.filter(({ metadata }) => names.includes(metadata.name))

/** What the file under test holds, and what stands in a file beside it. */
const objects = named('aws-extended', 'payments', 'sandbox', 'settlement', 'kyc-legacy')
const beside = fileOf('aws.json', Buffer.from(JSON.stringify(named('aws'))), unreadFile)

/** A file in pieces, one for each object, with what stands before, between and after them. */
interface Form {
  readonly name: string
  readonly pieces: readonly string[]
  readonly head: string
  readonly between: string
  readonly tail: string
}

const indented = (text: string, by: string) => text.replaceAll(/^(?=.)/gm, by)
const itemOf = (object: object, by: string) => `${by}- ${indented(stringify(object), `${by}  `).trimStart()}`
const list = { head: 'apiVersion: v1\nitems:\n', between: '', tail: 'kind: List\nmetadata:\n  resourceVersion: ""\n' }

const forms: readonly Form[] = [
  { name: 'x.yaml', pieces: objects.map((one) => stringify(one)), head: '---\n', between: '---\n', tail: '' },
  { name: 'x.yaml', pieces: objects.map((one) => itemOf(one, '')), ...list },
  { name: 'x.yml', pieces: objects.map((one) => itemOf(one, '  ')), ...list },
  { name: 'x.yaml', pieces: objects.map((one) => JSON.stringify(one)), head: '--- ', between: '\n--- ', tail: '\n' },
  {
    name: 'x.json',
    pieces: objects.map((one) => indented(JSON.stringify(one, null, 4), '        ')),
    head: '{\n    "apiVersion": "v1",\n    "items": [\n',
    between: ',\n',
    tail: '\n    ],\n    "kind": "List"\n}\n',
  },
  { name: 'x.yaml', pieces: objects.map((one) => JSON.stringify(one)), head: '[', between: ',', tail: ']' },
]

const textOf = ({ head, between, tail }: Form, pieces: readonly string[]) => head + pieces.join(between) + tail

/** How each form is read when nothing is wrong with it. */
const good = forms.map((form) => fileOf(form.name, Buffer.from(textOf(form, form.pieces)), unreadFile))

/** What makes YAML and JSON something else. */
const mark = fc.oneof(
  fc.constantFrom('&a ', '*a', '<<: *a\n', '!!binary ', '!!set ', '? ', '|', '>-\n', '%YAML 1.1\n', '---\n', '...\n'),
  fc.constantFrom('"', "'", '#', '\t', '\r', ',', '}', ']', '\u0000', '\ufeff', '\u2028', '\u0085'),
  fc.constantFrom('kind: Shoot\n', '\nmetadata:\n', '\nitems:\n- ', '"kind":"Shoot",', '"__proto__":', '"items":[],'),
  fc.constantFrom('1e999', '0x7fffffffffffffff', '.nan', '~', '9'.repeat(400), '2026-02-30', '0001-01-01T00:00:00Z'),
  fc.constantFrom('['.repeat(200), '{a: '.repeat(150), '- '.repeat(200), '[*a,'.repeat(50)),
)
const textChanges = fc.array(fc.oneof(textChange, fc.record({ from: fc.nat(5000), length: fc.nat(3), by: mark })), {
  maxLength: 3,
})
/** Letters for bytes: what is no UTF-8, or the mark of another encoding. */
const noUtf8 = fc.constantFrom('\u00ff', '\u00c3', '\u00ed\u00a0\u0080', '\u00f4\u0090\u0080\u0080', '\u00ff\u00fe')
const byteChanges = fc.array(fc.record({ from: fc.nat(20_000), length: fc.nat(3), by: noUtf8 }), { maxLength: 1 })
/** Of the file as a whole. */
const whole = fc.oneof(
  { weight: 8, arbitrary: fc.constant((text: string) => text) },
  { weight: 2, arbitrary: fc.nat(20_000).map((at) => (text: string) => text.slice(0, at % (text.length + 1))) },
  fc.constantFrom(
    (text: string) => text.replaceAll('\n', '\r\n'),
    (text: string) => `\ufeff${text}`,
    (text: string) => text + text,
    (text: string) => text.replaceAll('  ', '\t'),
  ),
  textChanges.map((changes) => (text: string) => withTextChanges(text, changes)),
)

interface Input {
  readonly form: number
  /** Which object's text was changed; null: it is not known. */
  readonly touched: number | null
  /** A letter for each byte of the file. */
  readonly bytes: string
}

/**
 * A file that became odd after it was read, and one that was odd from the beginning. The objects that a complete parser finds in it
 * are there, or have a problem; where it finds none, all that was read before stays. What says the same is the same object, and its
 * row the same row; a change in the text of one object leaves the others as they are.
 */
fuzz<Input>('files', {
  inputs: fc
    .tuple(fc.nat(forms.length - 1), fc.nat(objects.length - 1), textChanges, whole, byteChanges)
    .map(([form, touched, changes, change, broken]) => {
      const one = forms[form] as Form
      const pieces = one.pieces.map((piece, i) => (i === touched ? withTextChanges(piece, changes) : piece))
      const inner = textOf(one, pieces)
      const outer = change(inner)
      const bytes = withTextChanges(Buffer.from(outer).toString('latin1'), broken)
      return { form, touched: outer === inner && broken.length === 0 ? touched : null, bytes }
    }),
  async check({ form, touched, bytes }) {
    const { name = '' } = forms[form] ?? {}
    const before = good[form] ?? unreadFile
    const content = Buffer.from(bytes, 'latin1')
    for (const last of [before, unreadFile]) {
      const file = fileOf(name, content, last)
      checkObjects(name, content, file, last)
      if (touched !== null && last === before) checkOthers(file, before, touched)
      await checkAnswers(file, before)
    }
  },
})

/** As the garden of files reads one. */
function fileOf(name: string, bytes: Buffer, known: ManifestFile): ManifestFile {
  const content = textIn(bytes)
  if (content.kind === 'none') return unreadable(name, known, content.fault)
  return withoutBreak(
    readManifestFile(name, content.text, known, { limits: defaultLimits, sharing: new SharedParts() }),
  )
}

function checkObjects(name: string, bytes: Buffer, file: ManifestFile, last: ManifestFile): void {
  const labels = new Set(file.items.map(({ object }) => object.label))
  const gone = last.items.filter(({ object }) => !labels.has(object.label)).map(({ object }) => object.label)
  // JSON may say a key twice; then the last counts for a parser.
  const isTwice = file.problems.some(({ fault }) => fault.code === 'key-twice')
  const raws = isTwice ? undefined : saidBy(name, bytes)
  if (raws === undefined) {
    if (file.problems.length === 0) throw new Error('A file that cannot be read has no problem.')
    if (gone.length > 0) throw new Error(`${gone} is gone, and nobody took it away.`)
    return
  }
  const told = new Set<string>()
  for (const raw of raws) {
    if (isDeeperThan(raw, defaultLimits.depth)) {
      expectProblem(file.problems, ({ fault }) => fault.code === 'too-deep', 'What is nested too deeply')
      continue
    }
    const object = readObject(withContentVersion(raw), true)
    if (object.kind === 'other') continue
    if (object.kind === 'unreadable') {
      for (const problem of object.problems) {
        const { label } = object
        expectProblem(
          file.problems,
          ({ path, fault }) => isDeepEqual({ path, fault }, problem),
          `${label}, which is dropped,`,
        )
      }
      if (object.isNamed) told.add(object.label)
      continue
    }
    told.add(object.label)
    expectTold(object, file, last)
  }
  const isUncertain = file.problems.some(({ object }) => object === undefined)
  const unsaid = gone.filter((label) => told.has(label) || isUncertain || told.size === 0)
  if (unsaid.length > 0) throw new Error(`${unsaid} is gone, and nobody took it away.`)
}

/** What a complete parser finds; undefined: it is no YAML, or no JSON. */
function saidBy(name: string, bytes: Buffer): readonly unknown[] | undefined {
  const content = textIn(bytes)
  if (content.kind === 'none') return undefined
  const text = content.text.replace(/^\ufeff/, '')
  if (/\.json$/.test(name) || /^\s*[[{]/.test(text)) {
    try {
      return [...takeApart(JSON.parse(text))].map(({ value }) => value)
    } catch {
      if (/\.json$/.test(name)) return undefined
    }
  }
  try {
    const options = { logLevel: 'silent', prettyErrors: false, merge: true, stringKeys: true } as const
    const documents = [...parseAllDocuments(text, options)]
    if (documents.some(({ errors }) => errors.length > 0)) return undefined
    const values: unknown[] = documents.map((one) => one.toJS({ maxAliasCount: defaultLimits.aliases }))
    return values.flatMap((value) => [...takeApart(value)].map((raw) => raw.value))
  } catch {
    return undefined
  }
}

function expectTold(object: ReadObject & { readonly label: string }, file: ManifestFile, last: ManifestFile): void {
  const found = file.items.filter((item) => item.object.label === object.label)
  const known = last.items.find((item) => item.object.label === object.label)?.object
  if (found.length === 0) throw new Error(`${object.label} is not there.`)
  if (known !== undefined && saysAsBefore(object, known)) {
    if (!found.some((item) => item.object === known)) throw new Error(`${object.label} is another object.`)
  } else if (known === undefined && !found.some((item) => saysAsBefore(object, item.object))) {
    throw new Error(`${object.label} is told otherwise.`)
  }
}

function expectProblem(problems: readonly Problem[], isIt: (problem: Problem) => boolean, what: string): void {
  if (!problems.some(isIt)) throw new Error(`${what} has no problem.`)
}

/** A mistake in one object stays in that object. */
function checkOthers(file: ManifestFile, before: ManifestFile, touched: number): void {
  for (const [i, { object }] of before.items.entries()) {
    if (i === touched || file.items.some((item) => item.object === object)) continue
    throw new Error(`${object.label} is another one after a change of ${before.items[touched]?.object.label}.`)
  }
}

const snapshotOf = (file: ManifestFile): Snapshot =>
  withoutBreak(
    snapshotOfFiles(
      [
        ['aws.json', beside],
        ['x', file],
      ],
      [],
      Date.parse(AT),
      defaultLimits,
    ),
  )
const calm = gardenOf([], Date.parse(AT))

async function told(name: 'GET /api/status' | 'GET /api/shoots', file: ManifestFile) {
  const snapshot = snapshotOf(file)
  const garden: Garden = { ...calm, snapshot: () => snapshot }
  const asker = { identity: { kind: 'process' }, user: null, sight: '', garden } as const
  const said: unknown = JSON.parse(JSON.stringify(await answerOf(name, asker, { query: { at: AT } })))
  return routeNamed(name).answer.parse(said)
}

async function rowsOf(file: ManifestFile): Promise<ReadonlyMap<string, string>> {
  const { items } = routeNamed('GET /api/shoots').answer.parse(await told('GET /api/shoots', file))
  return new Map(items.map((row) => [`Shoot ${row.namespace}/${row.name}`, JSON.stringify(row)]))
}

const usual = new Map<ManifestFile, Promise<ReadonlyMap<string, string>>>()

/** Where what a row is made of is the same, so is the row. */
async function checkAnswers(file: ManifestFile, before: ManifestFile): Promise<void> {
  await told('GET /api/status', file)
  const rows = await rowsOf(file)
  const known = usual.get(before) ?? rowsOf(before)
  usual.set(before, known)
  const same = new Set(before.items.filter((item) => file.items.some(({ object }) => object === item.object)))
  const isAround = before.items.every((item) => item.object.kind === 'Shoot' || same.has(item))
  if (!isAround) return
  for (const [label, row] of await known) {
    const isSame = [...same].some(({ object }) => object.label === label)
    if (isSame && rows.get(label) !== row) throw new Error(`The row of ${label} differs.`)
  }
}

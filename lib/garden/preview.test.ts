import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import type { Json, JsonObject } from '@/lib/engine/json'
import { runs } from '@/lib/engine/testdata/runs'
import { written, yamlOf } from './preview'

const writtenText = (object: JsonObject) => [...written(object)].join('')

const text = fc.oneof(
  fc.constantFrom(
    '1.33',
    '1.33.5',
    'true',
    'no',
    '',
    ' ',
    '~',
    '2026-11-21T18:00:00Z',
    '2026-11-21',
    '12:30:45',
    '0x1f',
    '1e3',
  ),
  fc.constantFrom(
    'a: b',
    'a #b',
    '- a',
    '---',
    '%a',
    '? a',
    '"a"',
    "it's",
    '{a}',
    '*a',
    '&a',
    '!a',
    '<<',
    '|',
    '>',
    '=',
    'ü',
    '\t',
  ),
  fc.constantFrom(
    'a\nb',
    'a\nb\n',
    '\na\n\n  b\n',
    ' a\n',
    'a\n\n\n',
    'a\r\nb',
    'a\n---\nb',
    'a b '.repeat(60),
    `${'x'.repeat(90)}\n\ny`,
  ),
  fc.string({ maxLength: 12 }),
  fc.stringMatching(/^\d{1,4}\.\d{1,4}\.\d{1,4}$/),
  fc.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/),
)
const { object } = fc.letrec<{ value: Json; object: JsonObject }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text,
    fc.constantFrom(null, true, false, 0, -0, 1, -1.5, 1e21, 1e-7),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('object'),
  ),
  object: fc.dictionary(text, tie('value'), { maxKeys: 4 }),
}))

const options = { version: '1.1', lineWidth: 0, indentSeq: false } as const

it('writes what the library writes in one go', () => {
  fc.assert(
    fc.property(object, (wanted) => {
      const whole = stringify(wanted, { ...options, aliasDuplicateObjects: false })
      // Where a text would be the marker of a document at the begin of a line, it is quoted wherever it stands.
      fc.pre(!/(?:---|\.\.\.)/.test(whole))
      expect(writtenText(wanted)).toBe(whole === '{}\n' ? '' : whole)
    }),
    { numRuns: runs(1000) },
  )
})

it('writes what reads as the object', () => {
  fc.assert(
    fc.property(object, (wanted) => {
      const lines = writtenText({ '': 0, ...wanted })
      // The library does not quote it.
      fc.pre(!lines.includes('<<'))
      expect(parse(lines, options)).toEqual({ '': 0, ...wanted })
    }),
    { numRuns: runs(1000) },
  )
})

it('leaves out what the API server notes about who wrote what, and gives way now and then', async () => {
  const versions = Array.from({ length: 2000 }, (_, i) => ({ version: `1.33.${i}`, classification: 'preview' }))
  const object = { metadata: { name: 'aws' }, spec: { versions } }
  const text = await yamlOf({ ...object, metadata: { ...object.metadata, managedFields: [{ manager: 'kubectl' }] } })
  expect(text).toBe(stringify(object, options))
  expect([...written(object)].length).toBeGreaterThanOrEqual(8)
})

import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { JsonObject } from '../merge-patch'
import { outlineOf } from './outline'

const yaml = `kind: CloudProfile
# of us
metadata:
  name: aws
spec:
  versions:
  - version: 1.35.0
    lifecycle:
    - stage: preview

  # soon
  - version: 1.34.1
    date: "2027-03-31"
  - version: 1.33.9
    note: |
      long
  - version: 1.32.0
    stage:
  regions:
  - name: eu
  - name: us
`
const object: JsonObject = parse(yaml)

/** The same with another date. */
function withDate(json: string): JsonObject {
  return JSON.parse(json.replace('2027-03-31', '2028-01-01'))
}

describe('the outline of a text', () => {
  it('has a scalar in place of what stays, as long, in YAML', () => {
    expect(outlineOf(yaml, [], object, withDate(JSON.stringify(object)))).toBe(`kind: CloudProfile
# of us
metadata:
  ${masked('name: aws')}
spec:
  versions:
  - ${masked('version: 1.35.0\n    lifecycle:\n    - stage: preview')}

  # soon
  - version: 1.34.1
    date: "2027-03-31"
  - version: 1.33.9
    note: |
      long
  - ${masked('version: 1.32.0\n    stage:')}
  regions:
  - ${masked('name: eu\n  - name: us')}
`)
  })

  it.each([undefined, 1])('in JSON, indented by %s', (space) => {
    const list = { kind: 'List', items: [{ a: 1 }, object] }
    const text = JSON.stringify(list, null, space)
    const outline = outlineOf(text, ['items', 1], object, withDate(JSON.stringify(object)))
    expect(outline).toHaveLength(text.length)
    const { items } = JSON.parse(outline)
    expect(items[0]).toEqual({ a: 1 })
    expect(items[1]).toEqual({
      kind: 'CloudProfile',
      metadata: expect.stringMatching(/^_+$/),
      spec: {
        versions: [
          expect.stringMatching(/^_+$/),
          { version: '1.34.1', date: '2027-03-31' },
          expect.stringMatching(/^_+$/),
          expect.stringMatching(/^_+$/),
        ],
        regions: [expect.stringMatching(/^_+$/)],
      },
    })
    expect(outline.indexOf('2027-03-31')).toBe(text.indexOf('2027-03-31'))
  })

  it.each([
    ['has anchors', yaml.replace('name: aws', 'name: &name aws')],
    ['is in flow style', '{spec: {versions: [{version: 1.34.1, date: 2027-03-31}, {version: 1.33.9}]}}'],
  ])('that %s is the text', (_, text) => {
    const before: JsonObject = parse(text)
    expect(outlineOf(text, [], before, withDate(JSON.stringify(before)))).toBe(text)
  })
})

function masked(text: string): string {
  return `"${'_'.repeat(text.length - 2)}"`
}

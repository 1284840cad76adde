import { describe, expect, it } from 'vitest'
import { Sharing } from '../share'
import { defaultLimits } from './limits'
import { readYamlFile } from './read-yaml-file'

describe('a long list', () => {
  const project = (name: string, more = '') =>
    `- apiVersion: core.gardener.cloud/v1beta1\n  kind: Project\n  metadata:\n    name: ${name}\n  spec:\n    namespace: garden-${name}\n${more}`
  const steps = (...items: readonly string[]) => {
    const text = `apiVersion: v1\nitems:\n${items.join('')}kind: List\n`
    const known = { parts: new Map(), items: new Map() }
    const read = [...readYamlFile(text, { limits: defaultLimits, sharing: new Sharing(), known })]
    return read.map((part) => part?.reading.items.map(({ object }) => object.label))
  }

  it('is looked through in steps, between which others may work, before its first item comes', () => {
    expect(steps(project('a'), project('b'))).toEqual([undefined, undefined, undefined, ['Project a'], ['Project b']])
  })

  it('is looked through for aliases item by item', () => {
    const items = ['a', 'b', 'c', 'd'].map((name) => project(name, "    description: 'every * *'\n"))
    const looks = steps(...items).findIndex((part) => part !== undefined)
    expect(looks).toBe(3 + items.length)
  })
})

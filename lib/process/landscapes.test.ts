import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readLandscapes } from '@/lib/process/settings.mjs'

const read = (LANDSCAPES: string | undefined) => readLandscapes({ LANDSCAPES })

test('none are set where nothing is', () => {
  expect(read(undefined)).toEqual([])
  expect(read(' ')).toEqual([])
})

test('each has a name and an address, in their order', () => {
  expect(read(' live=https://Almanac.Live.example.org/ , canary=https://example.org:8443/almanac/ ')).toEqual([
    { name: 'live', url: 'https://almanac.live.example.org' },
    { name: 'canary', url: 'https://example.org:8443/almanac' },
  ])
})

test('on this machine an address may be one of http', () => {
  expect(read('a=http://127.0.0.1:4190,b=http://localhost:4191,c=http://[::1]:4192')).toHaveLength(3)
})

describe('ends the start with a sentence that names what is wrong:', () => {
  test.each([
    ['canary', /"canary" is no name with an address; give them as LANDSCAPES=canary=https/],
    ['=https://a.example.org', /"=https:\/\/a\.example\.org" is no name with an address/],
    ['canary=', /"canary=" is no name with an address/],
    ['can ary=https://a.example.org', /"can ary" is no name; use up to 32 letters/],
    ['<b>=https://a.example.org', /"<b>" is no name/],
    ['canary=a.example.org', /the address of canary is none of https/],
    ['canary=javascript:alert(1)', /the address of canary is none of https/],
    ['canary=http://a.example.org', /the address of canary is one of http; give one of https: sessions go there/],
    ['canary=https://me:secret@a.example.org', /the address of canary has a user or a password; leave them out/],
    ['canary=https://a.example.org/?x=1', /the address of canary goes on after its path/],
    ['canary=https://a.example.org/#x', /the address of canary goes on after its path/],
    ["canary=https://a.example.org/'self';script-src", /the path of canary is none that Almanac is served below/],
    ['canary=https://a.example.org,canary=https://b.example.org', /there are two that are called canary/],
    ['canary=https://a.example.org,live=https://A.example.org/', /canary and live are at the same address/],
    [Array.from({ length: 21 }, (_, i) => `l${i}=https://l${i}.example.org`).join(), /21 landscapes are too many/],
  ])('%s', (text, sentence) => {
    expect(() => read(text)).toThrow(sentence)
  })

  test('a password is not repeated', () => {
    expect(() => read('canary=https://me:secret@a.example.org')).not.toThrow(/secret/)
  })
})

test.each(['docs/landscapes.md', 'docs/operations.md'])('what %s gives as examples is read', (file) => {
  const examples = [...readFileSync(file, 'utf8').matchAll(/(?:LANDSCAPES=|`)(canary=[^\s`]+)/g)].map(
    ([, text]) => text,
  )
  expect(examples.length).toBeGreaterThan(0)
  for (const text of examples) expect(read(text).map(({ name }) => name)).toEqual(['canary', 'live'])
})

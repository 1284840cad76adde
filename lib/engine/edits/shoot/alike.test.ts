import { describe, expect, it } from 'vitest'
import type { ShootRefusal } from '@/lib/engine/refusal'
import { askingFew } from './alike'

type Say = (version: string) => readonly Partial<ShootRefusal>[]

/** What is said to each of versions that are alike, and of which ones it was asked. */
function askedOf(versions: readonly string[], say: Say) {
  const asked: string[] = []
  const askFew = askingFew()
  const said = versions.map((version) =>
    askFew(version, 'alike', () => {
      asked.push(version)
      return say(version).map((refusal) => ({ subject: {}, ...refusal })) as ShootRefusal[]
    }),
  )
  return { said: said.map((refusals) => refusals.map(({ text }) => text)), asked }
}

describe('versions that are alike', () => {
  it.each<[string, Say, string[]]>([
    ['one that is taken', () => [], ['1.33.9']],
    [
      'two that are refused',
      (version) => [{ text: `${version} is above 1.33.7, is ${version}.` }],
      ['1.33.9', '1.33.8'],
    ],
    [
      'all where the version is a part of another one',
      (version) => [{ text: `${version} is below 1.33.89.` }],
      ['1.33.9', '1.33.8', '1.33.7', '1.33.70'],
    ],
    [
      'all where it is told what there is instead',
      (version) => [{ text: `${version} is none of 1.33.0.`, subject: { supported: ['1.33.0'] } }],
      ['1.33.9', '1.33.8', '1.33.7', '1.33.70'],
    ],
  ])('are told what is said to %s', (_, say, asked) => {
    const versions = ['1.33.9', '1.33.8', '1.33.7', '1.33.70']
    expect(askedOf(versions, say)).toEqual({
      said: versions.map((version) => say(version).map(({ text }) => text)),
      asked,
    })
  })

  it('are asked one by one where nobody knows whether they are', () => {
    const askFew = askingFew()
    let count = 0
    const ask = () => {
      count++
      return []
    }
    for (const version of ['1.33.9', '1.33.8']) askFew(version, null, ask)
    expect(count).toBe(2)
  })
})

import { describe, expect, it } from 'vitest'
import { linesOfStream } from './list-and-watch'

async function* chunks(...texts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* texts
}

async function all(...parts: readonly (string | Uint8Array)[]): Promise<string[][]> {
  const batches: string[][] = []
  const bytes = parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part))
  for await (const lines of linesOfStream(chunks(...bytes), 16)) batches.push(lines)
  return batches
}

describe('cutting a stream into lines', () => {
  it.each<[string, readonly string[], string[][]]>([
    ['gives what comes together together', ['a\nb\n'], [['a', 'b']]],
    ['waits for the end of a line', ['a', 'b\n'], [['ab']]],
    ['keeps the beginning of the next line', ['a\nb', 'c\n'], [['a'], ['bc']]],
    ['drops a last line without its end', ['a\nb'], [['a']]],
    ['gives empty lines too', ['\n\n'], [['', '']]],
    ['gives nothing of nothing', [], []],
  ])('%s', async (_, parts, expected) => {
    expect(await all(...parts)).toEqual(expected)
  })

  it('joins a letter that was cut in two', async () => {
    const bytes = Buffer.from('grün\n')
    expect(await all(bytes.subarray(0, 3), bytes.subarray(3))).toEqual([['grün']])
  })

  it('takes a line as long as allowed', async () => {
    expect(await all(`${'x'.repeat(16)}\n`)).toEqual([['x'.repeat(16)]])
  })

  it.each([
    ['at once', [`${'x'.repeat(17)}\n`]],
    ['bit by bit', ['x'.repeat(9), 'x'.repeat(9)]],
  ])('refuses a longer one that comes %s', async (_, parts) => {
    await expect(all(...parts)).rejects.toThrow('more than 16 bytes')
  })
})

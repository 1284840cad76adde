import { describe, expect, test } from 'vitest'
import type { EditBody } from '@/lib/contract/edits'
import { type DraftAction, draftListOf, nextDraft } from './draft-list'
import { itemsOf } from './items'

const remove = (version: string): EditBody => ({ kind: 'remove', image: null, version })
const [a, b, c, d] = [remove('1.31.1'), remove('1.31.2'), remove('1.31.3'), remove('1.31.4')]
const played = (actions: readonly DraftAction[], edits = [a, b, c]) => actions.reduce(nextDraft, draftListOf(edits))

describe('the edits of a draft', () => {
  test.each<[string, DraftAction, readonly EditBody[]]>([
    ['are added at the end', { kind: 'put', from: 3, count: 0, edits: [d] }, [a, b, c, d]],
    ['are replaced where they are', { kind: 'put', from: 1, count: 1, edits: [d] }, [a, d, c]],
    ['are taken away', { kind: 'put', from: 0, count: 2, edits: [] }, [c]],
    ['move down', { kind: 'move', from: 0, count: 1, to: 1 }, [b, a, c]],
    ['move up', { kind: 'move', from: 2, count: 1, to: 0 }, [c, a, b]],
    ['move together', { kind: 'move', from: 0, count: 2, to: 1 }, [c, a, b]],
    ['move no further than the end', { kind: 'move', from: 0, count: 1, to: 99 }, [b, c, a]],
    ['are all replaced', { kind: 'set', edits: [d] }, [d]],
  ])('%s', (_, action, expected) => {
    expect(played([action]).edits).toEqual(expected)
    expect(played([action, { kind: 'undo' }]).edits).toEqual([a, b, c])
    expect(played([action, { kind: 'undo' }, { kind: 'redo' }]).edits).toEqual(expected)
  })

  test('what is typed in one field is one step', () => {
    const type = (edit: EditBody, about: string): DraftAction => ({
      kind: 'put',
      from: 0,
      count: 1,
      edits: [edit],
      about,
    })
    const typed = played([type(b, 'x'), type(c, 'x'), type(d, 'y')], [a])
    expect(typed.past).toEqual([[a], [c]])
  })

  test('what changes nothing is no step, and a new step forgets what was undone', () => {
    expect(played([{ kind: 'set', edits: [a, b, c] }]).past).toEqual([])
    const redone = played([
      { kind: 'set', edits: [a] },
      { kind: 'undo' },
      { kind: 'set', edits: [b] },
      { kind: 'redo' },
    ])
    expect(redone.edits).toEqual([b])
  })

  test('nothing can be undone before the first step', () => {
    expect(played([{ kind: 'undo' }]).edits).toEqual([a, b, c])
  })
})

test('classification and expiry of one version that follow each other are one item', () => {
  const classify: EditBody = { kind: 'classify', image: null, version: '1.32.9', classification: 'deprecated' }
  const expire: EditBody = { kind: 'expire', image: null, version: '1.32.9', expirationDate: null }
  const other: EditBody = { ...expire, version: '1.33.7' }
  const shape = (edits: readonly EditBody[]) => itemsOf(edits).map(({ from, count }) => [from, count])
  expect(shape([classify, expire, other, a])).toEqual([
    [0, 2],
    [2, 1],
    [3, 1],
  ])
  expect(shape([expire, expire])).toEqual([
    [0, 1],
    [1, 1],
  ])
  expect(shape([classify, other, expire])).toEqual([
    [0, 1],
    [1, 1],
    [2, 1],
  ])
})

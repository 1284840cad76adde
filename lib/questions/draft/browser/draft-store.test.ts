import { describe, expect, test, vi } from 'vitest'
import { itemsOf } from '@/lib/contract/edit-items'
import type { EditBody } from '@/lib/contract/edits'
import { decodeDraft, encodeDraft } from './draft'
import { type DraftAction, DraftStore, draftListOf, nextDraft, type OpenedDraft } from './draft-store'
import { LISTS, sourceOf } from './testdata'

const expire = (date: string | null): EditBody => {
  return { kind: 'expire', image: null, version: '1.33.7', expirationDate: date && `${date}T23:59:59Z` }
}
const [june, july, august] = [expire('2027-06-15'), expire('2027-07-15'), expire('2027-08-15')]
const NOW = sourceOf()
const LATER = sourceOf(LISTS, { resourceVersion: '101' })

/** A page whose address the test holds: `address` is all that was written there. */
function open(opened: Partial<OpenedDraft> = {}, source = NOW) {
  const address: (string | null)[] = [opened.text ?? null]
  const store = new DraftStore(
    'aws',
    { edits: opened.draft?.edits ?? [], draft: null, text: null, problem: null, ...opened },
    source,
    (text) => address.push(text),
  )
  const leave = store.subscribe(() => {})
  return {
    store,
    address,
    leave,
    edits: () => store.current().list.edits,
    type: (edit: EditBody, about: string | null = null) =>
      store.act({ kind: 'put', from: 0, count: 1, edits: [edit], ...(about !== null && { about }) }),
    /** Until the address tells the draft as it is now. */
    told: () =>
      vi.waitFor(async () => {
        const text = address.at(-1) ?? null
        const draft = text === null ? { edits: [] } : await read(text)
        expect(draft.edits).toEqual(store.current().list.edits)
        return draft
      }, 20_000),
  }
}

async function read(text: string) {
  const reading = await decodeDraft(text, 'aws')
  if (reading.kind === 'problem') throw new Error(reading.problem.code)
  return reading.draft
}

async function draftWith(edit: EditBody): Promise<OpenedDraft> {
  const draft = { profile: 'aws', base: '100', edits: [edit] }
  const text = await encodeDraft(draft)
  return { edits: [edit], draft, text, problem: null }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 30))

describe('what is done to a draft', () => {
  test('is written to the address, with the state that it is made for', async () => {
    const page = open()
    page.type(june)
    expect(await page.told()).toMatchObject({ profile: 'aws', base: '100', edits: [june] })
    page.store.act({ kind: 'undo' })
    await page.told()
    expect(page.address.at(-1)).toBeNull()
  })

  test('is written when the page is opened with edits that the address does not tell yet', async () => {
    const page = open({ edits: [june] })
    expect(await page.told()).toMatchObject({ edits: [june] })
  })

  test('is written as it is after the last of quick steps only', async () => {
    const page = open()
    for (const edit of [june, july, august]) page.type(edit)
    await page.told()
    await pause()
    expect(page.address).toHaveLength(2)
  })

  test('is not written any more once the page is left', async () => {
    const page = open()
    page.type(june)
    page.leave()
    await pause()
    expect(page.address).toEqual([null])
  })

  test('is undone and done again, typing in one field as one step', async () => {
    const page = open()
    page.type(june, 'date')
    page.type(july, 'date')
    page.type(august)
    const seen = []
    for (const kind of ['undo', 'undo', 'redo', 'redo'] as const) {
      page.store.act({ kind })
      seen.push(page.edits())
    }
    expect(seen).toEqual([[july], [], [july], [august]])
    expect(await page.told()).toMatchObject({ edits: [august] })
  })

  test('stays when the router puts an older address back, which is mended', async () => {
    const page = open()
    page.type(june)
    await page.told()
    page.type(july)
    await page.told()
    const [, older, latest] = page.address
    await page.store.show(older ?? null)
    expect(page.edits()).toEqual([july])
    expect(page.address.at(-1)).toBe(latest)
    page.store.act({ kind: 'undo' })
    expect(page.edits(), 'its way back is kept').toEqual([june])
  })

  test('goes on while the address shows what was just written', async () => {
    const page = open()
    page.type(june)
    await page.told()
    page.type(july)
    await page.store.show(page.address.at(-1) ?? null)
    expect(page.edits()).toEqual([july])
    expect(await page.told()).toMatchObject({ edits: [july] })
  })
})

describe('another draft in the address', () => {
  test('is shown, also when this page wrote it, after somebody went back; there is nothing to undo', async () => {
    const page = open()
    page.type(june)
    await page.told()
    page.type(july)
    await page.told()
    const written = page.address.length
    page.store.travel()
    await page.store.show(page.address[1] ?? null)
    expect(page.edits()).toEqual([june])
    expect(page.store.current().list).toMatchObject({ past: [], future: [] })
    await pause()
    expect(page.address, 'the address stays').toHaveLength(written)
  })

  test('may be none', async () => {
    const page = open(await draftWith(june))
    page.store.travel()
    await page.store.show(null)
    expect(page.edits()).toEqual([])
    expect(page.store.current().problem).toBeNull()
  })

  test('gives way to what is done while it is read', async () => {
    const page = open()
    const shown = page.store.show((await draftWith(june)).text)
    page.type(july)
    await shown
    expect(page.edits()).toEqual([july])
    expect(await page.told()).toMatchObject({ edits: [july] })
  })

  test.each([
    ['of another profile', () => encodeDraft({ profile: 'gcp', base: null, edits: [june] }), 'other-profile'],
    ['that cannot be read', async () => '1broken', 'unreadable'],
  ])('%s is a problem, and stays in the address until something is edited', async (_, text, code) => {
    const page = open()
    await page.store.show(await text())
    expect(page.store.current()).toMatchObject({ list: { edits: [] }, problem: { code } })
    page.store.meet(LATER)
    await pause()
    expect(page.address).toHaveLength(1)
    page.type(july)
    expect(page.store.current().problem).toBeNull()
    expect(await page.told()).toMatchObject({ edits: [july] })
  })
})

describe('the state of the profile that a draft is made for', () => {
  const base = (page: ReturnType<typeof open>) => page.store.current().base

  test('follows the profile while there are no edits, and stays with the first', () => {
    const page = open()
    page.store.meet(LATER)
    expect(base(page)).toBe('101')
    page.type(june)
    page.store.meet(sourceOf(LISTS, { resourceVersion: '102' }))
    expect(base(page)).toBe('101')
    page.store.rebase([june])
    expect(base(page)).toBe('102')
  })

  test('is that of now where the address names none, and the address is left as it was made', async () => {
    const draft = { profile: 'aws', base: null, edits: [june] }
    const page = open({ draft, text: await encodeDraft(draft) })
    expect(base(page)).toBe('100')
    page.store.meet(LATER)
    expect(base(page), 'fixed by what was shown first').toBe('100')
    await pause()
    expect(page.address).toHaveLength(1)
  })
})

const remove = (version: string): EditBody => ({ kind: 'remove', image: null, version })
const [a, b, c, d] = [remove('1.31.1'), remove('1.31.2'), remove('1.31.3'), remove('1.31.4')]
const played = (actions: readonly DraftAction[], edits = [a, b, c]) => actions.reduce(nextDraft, draftListOf(edits))

describe('the edits of a draft', () => {
  test.each<[string, DraftAction, readonly EditBody[]]>([
    ['are added at the end', { kind: 'put', from: 3, count: 0, edits: [d] }, [a, b, c, d]],
    ['are changed as they are then', { kind: 'change', change: (edits) => [...edits, d], about: 'flag' }, [a, b, c, d]],
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

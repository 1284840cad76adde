import { afterEach, describe, expect, it, test, vi } from 'vitest'
import { standingRoute } from '@/lib/questions/landscapes/contract'
import { landscapeEvidenceRoute } from '@/lib/questions/version/contract'
import { askLandscape, otherLandscapes, samePage } from './landscapes'

const canary = { name: 'canary', url: 'https://canary.example.org/almanac' }
const told = {
  protocol: 1,
  revision: '7',
  observedAt: '2026-11-21T18:00:00Z',
  at: '2026-11-21T18:00:00Z',
  gardener: null,
  isCut: false,
}
const standing = { ...told, clusters: 3, object: null }
const ask = () => askLandscape(canary, 'standing?page=/', async () => standingRoute, new AbortController().signal)

afterEach(() => {
  vi.restoreAllMocks()
})

function answers(response: () => Response | Promise<Response>) {
  return vi.spyOn(globalThis, 'fetch').mockImplementation(async () => response())
}

describe('another landscape', () => {
  it('is asked with the session that the reader has there, and with nothing of this one', async () => {
    const fetched = answers(() => Response.json(standing))
    await expect(ask()).resolves.toEqual({ kind: 'told', answer: standing })
    const [address, options] = fetched.mock.calls[0] ?? []
    expect(address).toBe('https://canary.example.org/almanac/api/landscapes/standing?page=/')
    expect(options).toMatchObject({ credentials: 'include', mode: 'cors', redirect: 'error', cache: 'no-store' })
    // Anything else would have to be asked for before, which no Almanac answers.
    expect(Object.keys(options?.headers ?? {})).toEqual(['accept'])
  })

  const refusal = (status: number, error: object) => () => Response.json({ error }, { status })
  test.each<[string, () => Response, object]>([
    [
      'signed out',
      refusal(401, { message: 'Your session ended.', endedAt: '2026-11-21T11:00:00Z' }),
      { kind: 'signedOut', message: 'Your session ended.', endedAt: '2026-11-21T11:00:00Z' },
    ],
    ['an earlier release', refusal(404, { message: 'There is no such route.' }), { kind: 'earlier' }],
    ['not ready', refusal(503, { message: 'Reading.' }), { kind: 'refused', message: 'Reading.' }],
    [
      'a proxy that is lost',
      () => new Response('<h1>Bad gateway', { status: 502 }),
      { kind: 'refused', message: 'HTTP 502' },
    ],
    ['another protocol', () => Response.json({ ...standing, protocol: 2 }), { kind: 'unreadable' }],
    ['a field that is wrong', () => Response.json({ ...standing, clusters: '3' }), { kind: 'unreadable' }],
    ['a field that is missing', () => Response.json({ ...standing, gardener: undefined }), { kind: 'unreadable' }],
    ['an instant that is none', () => Response.json({ ...standing, at: 'yesterday' }), { kind: 'unreadable' }],
    ['more than is read', () => Response.json({ ...standing, more: 1 }), { kind: 'told', answer: standing }],
    ['a page in place of an answer', () => new Response('<h1>Welcome'), { kind: 'unreadable' }],
    ['nothing', () => Response.json(null), { kind: 'unreadable' }],
  ])('%s', async (_, response, heard) => {
    answers(response)
    await expect(ask()).resolves.toEqual(heard)
  })

  it.each([
    ['what is recorded', 2, 'told'],
    ['a list without end', 30_000, 'unreadable'],
  ])('tells of a version %s', async (_, length, kind) => {
    const at = told.at
    const found = {
      stage: 'preview',
      expires: null,
      since: null,
      known: at,
      among: 3,
      ran: 1,
      running: 1,
      firstAt: null,
      isWhole: true,
      clusterDays: 2,
      updates: 1,
      failed: 0,
      kinds: [],
      health: null,
      course: Array(length).fill({ at, clusters: 1, clusterDays: 2, more: 1 }),
      more: 1,
    }
    answers(() => Response.json({ ...told, found }))
    const asked = askLandscape(canary, 'evidence', async () => landscapeEvidenceRoute, new AbortController().signal)
    await expect(asked).resolves.toMatchObject({ kind })
  })

  it('that does not answer is away', async () => {
    answers(() => Promise.reject(new TypeError('Failed to fetch')))
    await expect(ask()).resolves.toEqual({ kind: 'away', lastAt: null })
  })

  it('that is silent for long is away, and is not asked again', async () => {
    const fetched = answers(() => Promise.reject(new DOMException('late', 'TimeoutError')))
    await expect(ask()).resolves.toEqual({ kind: 'away', lastAt: null })
    expect(fetched).toHaveBeenCalledTimes(1)
  })

  test.each([
    ['does not name this one', ['/api/landscapes/'], 'unnamed'],
    ['does not name this one, and has badges as all have', ['/api/landscapes/', '/api/badges/'], 'unnamed'],
    ['is of a release that knows of no other landscapes', ['/api/badges/'], 'earlier'],
  ])('that lets nothing be read %s', async (_, loaded, kind) => {
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, options) => {
      const isLoaded = loaded.some((path) => address === `https://canary.example.org/almanac${path}landscape`)
      if (options?.mode === 'no-cors' && isLoaded) return new Response(null)
      throw new TypeError('Failed to fetch')
    })
    await expect(ask()).resolves.toEqual({ kind })
    // Nothing of what it says is read, and no session is brought along.
    for (const [, options] of fetched.mock.calls.slice(1)) {
      expect(options).toMatchObject({ mode: 'no-cors', credentials: 'omit' })
    }
  })

  it('is no longer asked when nobody waits for it', async () => {
    answers(() => Promise.reject(new DOMException('gone', 'AbortError')))
    await expect(askLandscape(canary, 'standing', async () => standingRoute, AbortSignal.abort())).rejects.toThrow(
      'gone',
    )
  })
})

test('the same page elsewhere has its clock and view, and no draft and no past of this one', () => {
  const search = new URLSearchParams('view=table&at=2026-12-01T00:00:00Z&draft=abc&seen=2026-01-01T00:00:00Z')
  expect(samePage(canary, '/cloudprofiles/aws', search, 'live')).toBe(
    'https://canary.example.org/almanac/cloudprofiles/aws?view=table&at=2026-12-01T00:00:00Z',
  )
  expect(samePage(canary, '/versions/aws/kubernetes/1.34.4', new URLSearchParams('from=dev'), 'live')).toBe(
    'https://canary.example.org/almanac/versions/aws/kubernetes/1.34.4?from=live',
  )
})

test('the others are all but this one', () => {
  const live = { name: 'live', url: 'https://live.example.org' }
  expect(otherLandscapes({ all: [canary, live], own: { ...live } })).toEqual([canary])
  expect(otherLandscapes({ all: [canary, live], own: null })).toEqual([canary, live])
})

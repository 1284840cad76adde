import { beforeAll, describe, expect, it } from 'vitest'
import { openGarden } from '@/lib/garden/open-garden'
import { buildLandscape, type Landscape } from '@/lib/landscape/landscape'
import { badgeSvg, profileBadge, shootBadge } from './badge'

describe('a badge', () => {
  it('holds what it says, and nothing that a name could bring', () => {
    const svg = badgeSvg({ label: '1.33.9', text: '"><script>alert(1)</script>&\u0000', tone: 'fails' })
    expect(svg).toContain('aria-label="1.33.9: &quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;"')
    expect(svg).not.toMatch(/<script|href|\p{Cc}/u)
  })

  it('is as wide as its words', () => {
    const width = (text: string) => Number(/width="(\d+)"/.exec(badgeSvg({ label: 'a', text, tone: 'calm' }))?.[1])
    expect(width('forced in 120 d')).toBeGreaterThan(width('forced in 12 d'))
  })
})

describe('what it says', () => {
  let landscape: Landscape
  beforeAll(async () => {
    const garden = openGarden({ GARDEN: 'demo:2026-11-21', DEMO_SHOOTS: '120' })
    await garden.ready()
    landscape = await buildLandscape(garden.snapshot(), Date.parse('2026-11-21T18:00:00Z'))
  })

  it('of a cluster: its version and when it is forced or fails', () => {
    const words = [...landscape.roster.members].map((_, position) => shootBadge(landscape, position))
    for (const { label, text } of words) {
      expect(label).toMatch(/^1\.\d+\.\d+/)
      expect(text).toMatch(/^((forced|fails) (in \d+ [dh]|now)|nothing is forced|being deleted|profile is missing)$/)
    }
    expect(new Set(words.map(({ tone }) => tone)).size).toBe(3)
  })

  it('of a profile: how many clusters are forced or stuck soon', () => {
    expect(profileBadge(landscape, 'aws')).toMatchObject({
      label: 'aws',
      text: expect.stringMatching(/^\d+ forced, \d+ stuck within 90 d$/),
      tone: 'fails',
    })
    expect(profileBadge(landscape, 'nobody').text).toBe('nothing is forced within 90 d')
  })
})

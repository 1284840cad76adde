import { expect, it } from 'vitest'
import { askedAsText, rightsTexts, seenClustersText, sessionText } from './account'

const user = { name: 'ada', groups: [] }

it.each<[Parameters<typeof askedAsText>[0], string]>([
  [{ mode: 'oidc', user }, 'You see and do here what the garden lets you, in your own name.'],
  [{ mode: 'none', user: null }, 'Nobody signs in here, and this garden knows no users.'],
  [
    { mode: 'none', user },
    'Nobody signs in here: Almanac asks the garden with the rights of the user who started it. Everybody who opens these pages has the same rights.',
  ],
])('%j asks the garden so', (account, text) => {
  expect(askedAsText(account)).toBe(text)
})

it.each<[boolean, number, string]>([
  [true, 4, 'The clusters of all projects.'],
  [false, 0, 'No project.'],
  [false, 1, 'The clusters of 1 project, as far as you may list them.'],
  [false, 4, 'The clusters of 4 projects, as far as you may list them.'],
])('who sees all: %s, and %s projects', (seesAllShoots, projectCount, text) => {
  expect(seenClustersText({ seesAllShoots, projectCount })).toBe(text)
})

const none = { mayEditCloudProfiles: false, mayEditAllShoots: false, mayEditAllProfiles: false, projects: [] }
const project = (name: string, mayEditShoots: boolean, mayEditProfiles: boolean) => ({
  name,
  namespace: `garden-${name}`,
  mayEditShoots,
  mayEditProfiles,
})

it.each<[Partial<Parameters<typeof rightsTexts>[0]>, readonly string[]]>([
  [{}, ['look, and change nothing']],
  [{ projects: [project('a', false, false)] }, ['look, and change nothing']],
  [
    { projects: [project('a', true, true), project('b', true, false)] },
    ['change NamespacedCloudProfiles of 1 project', 'change clusters of 2 projects'],
  ],
  [
    { mayEditCloudProfiles: true, mayEditAllShoots: true, mayEditAllProfiles: true },
    ['change CloudProfiles', 'change NamespacedCloudProfiles of all projects', 'change clusters of all projects'],
  ],
])('with %j one may', (rights, texts) => {
  expect(rightsTexts({ ...none, ...rights })).toEqual(texts)
})

const now = Date.parse('2026-11-21T18:00:00Z')

it.each<[number | null, boolean, string]>([
  [now + 3_600_000, true, 'It goes on until you sign out, as long as the provider gives new tokens.'],
  [null, false, 'It goes on until you sign out, or the garden does not accept your token any more.'],
  [now + 3_600_000, false, 'It ends with your token in 1 h, Sat 21 Nov 2026, 19:00 +00:00.'],
])('a session that ends at %s, renewed: %s', (endsAt, isRenewed, text) => {
  expect(sessionText({ endsAt, isRenewed }, 'UTC', now)).toBe(text)
})

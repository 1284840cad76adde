import { createContext, Script } from 'node:vm'
import { expect, test } from 'vitest'
import { parseDocument } from 'yaml'
import { momentIn } from '@/lib/browser/at'
import { near } from '@/lib/contract/edit-distance'
import { isZone } from '@/lib/contract/zone'
import { parseQuantity } from '@/lib/engine/api-server/manifest/quantity'
import { isLabel } from '@/lib/engine/api-server/profile/metadata'
import { canonicalDuration, durationFault } from '@/lib/engine/duration'
import { withField } from '@/lib/engine/impact/fields'
import { nextImageVersion } from '@/lib/engine/policy/calendar'
import { readPolicy } from '@/lib/engine/policy/read'
import { constraintError, parseConstraint, parseVersion, versionError } from '@/lib/engine/rules/gardener-semver'
import { readClockTime } from '@/lib/engine/rules/window'
import { parseInstant } from '@/lib/engine/time'
import { readParts } from '@/lib/garden/manifests/file-parts'
import { PatchStyle } from '@/lib/garden/manifests/patch-text'
import { defaultLimits } from '@/lib/garden/manifests/reading'
import { splitYaml } from '@/lib/garden/manifests/split-yaml'
import { SharedParts } from '@/lib/garden/shoot-fields'
import { isKnownHost, isOwnRequest } from '@/lib/http/origin'
import { readFreezes } from '@/lib/landscape/freezes'
import { secondDocument } from '@/lib/landscape/policy'
import { cleaned } from '@/lib/process/log'
import { requestIdOf } from '@/lib/process/log/requests'
import { readLandscapes } from '@/lib/process/settings.mjs'
import { readCalendar } from '@/lib/questions/policy/browser/release-calendar'
import { objectName, shortText } from './contract/common'
import { plannedEdit } from './contract/planned-edit'
import { isAboutGardener, isPlaceholder, isTemplate, templateFault } from './garden/manifests/template'
import { readYaml } from './garden/manifests/yaml-text'

/**
 * Whatever a text says, reading it takes time that grows with its length and no faster. That is seen without a clock: what goes back
 * over a fifth of a megabyte for each of its letters takes minutes, and what goes over it once some milliseconds; the bound lies
 * far from both.
 */
const LENGTH = 20_000
const BOUND = 5_000

/** What is repeated until the text is that long. */
const UNITS = [
  ' ',
  '1',
  '0',
  'a',
  '-',
  '+',
  '[',
  '"',
  "'",
  '\\',
  '1 ',
  '1   ',
  ' - ',
  '1.',
  '1h',
  'a-',
  '\n ',
  'a:\n',
  '=\r',
]

/** What stands before and after them. */
const ENDS: readonly (readonly [string, string])[] = [
  ['', '!'],
  ['"', '\n x'],
]

const texts = (units: readonly string[], ends = ENDS): string[] =>
  units.flatMap((unit) => ends.map(([before, after]) => before + unit.repeat(Math.ceil(LENGTH / unit.length)) + after))

const context = { limits: defaultLimits, sharing: new SharedParts() }

const origin = {
  method: 'POST',
  secFetchSite: null,
  secFetchMode: null,
  secFetchDest: null,
  host: 'localhost',
  path: '/',
  hasSession: false,
  landscapes: ['https://a.example.org'],
} as const

/** A setting is long only by mistake. */
function landscapesOrSentence(text: string) {
  try {
    return readLandscapes({ LANDSCAPES: text })
  } catch (error) {
    return String(error)
  }
}

test.each<[what: string, read: (text: string) => unknown, units?: readonly string[]]>([
  ['a constraint', (text) => [parseConstraint(text), constraintError(text)]],
  ['a version', (text) => [parseVersion(text), versionError(text)]],
  ['an image version that is followed by another', (text) => nextImageVersion([{ version: `1.0.0+${text}` }], 0)],
  ['a duration', (text) => [durationFault(text), canonicalDuration(text)]],
  ['a quantity', (text) => parseQuantity(text)],
  ['a time of day', (text) => readClockTime(text)],
  ['an instant', (text) => [parseInstant(text), momentIn(new URLSearchParams({ at: text }))]],
  ['a zone', (text) => isZone(text)],
  [
    'a template',
    (text) => [isTemplate(`{{${text}`), isPlaceholder(text), isAboutGardener(text), templateFault('a', text)],
    [...UNITS, '{{', 'kind:', 'templates/'],
  ],
  [
    'a change of a plan',
    (text) => [
      plannedEdit.safeParse({ field: 'spec.kubernetes.version', value: text }),
      plannedEdit.safeParse({ pool: text, field: 'maxSurge', value: text }),
    ],
  ],
  ['names', (text) => [isLabel(text), objectName.safeParse(text), shortText.safeParse(text)]],
  ['a path of fields', (text) => withField({}, `spec.provider.workers[${text}`, {}), ['[', ']']],
  [
    'a calendar',
    (text) => [readCalendar(text, ['suse']), readCalendar(`BEGIN:VCALENDAR\n${text}`, [])],
    [...UNITS, 'DTSTART;'],
  ],
  ['freeze days', (text) => readFreezes(text), [...UNITS, '2026-12-18..', '2026-12-18,']],
  ['a policy', (text) => [secondDocument(text), readPolicy({ kind: text, [text]: text })]],
  ['YAML', (text) => [text, `a: ${text}`, `a: "${text}x\n  b"`].map((whole) => readYaml(whole, defaultLimits))],
  [
    'the parts of a YAML file',
    (text) => [...splitYaml(text)].map((part) => part?.kind === 'list' && [...part.items()]),
  ],
  [
    'a JSON file',
    (text) => [...readParts('a.json', text, { ...context, known: { parts: new Map(), items: new Map() } })],
  ],
  [
    'the style of a file',
    (text) => [new PatchStyle(text).blockText([1]), new PatchStyle(`a:\n${text}`).blockText([1])],
  ],
  ['the style of a list', styleOfList],
  [
    'where a request comes from',
    (text) => [isOwnRequest({ ...origin, origin: text }), isKnownHost(text, undefined, false)],
  ],
  ['landscapes', (text) => [landscapesOrSentence(text), landscapesOrSentence(`a=https://${text}`)]],
  [
    'a line of the log',
    (text) => [cleaned(text, []), requestIdOf(new Headers({ 'x-request-id': text.replaceAll(/[^ -~]/g, '') }))],
    [...UNITS, 'a://b:', 'token=', '-token', 'eyJ', 'bearer ', '?key=', 'authorization: '],
  ],
  ['a name that was meant', (text) => near(text, ['checkout-prod', text.slice(1)])],
])(
  'reads %s in one go, however long',
  (_, read, units = UNITS) => {
    const slow = texts(units).filter((text) => !isQuick(() => read(text)))
    expect(slow.map((text) => text.slice(0, 40))).toEqual([])
  },
  600_000,
)

/** Where an entry stands in a list behind a long line, or after much room. */
function styleOfList(text: string): unknown {
  const whole = `[${JSON.stringify(text)},\n "b"]`
  const list = parseDocument(whole).contents as never
  return [
    new PatchStyle(whole).leadOf(list),
    new PatchStyle(whole).flowText(list, (list as { items: never[] }).items[0] as never, [1]),
  ]
}

/** Ends what would not end. */
const call = new Script('read()')
const place = createContext({ read: () => undefined })

function isQuick(read: () => unknown): boolean {
  place.read = () => {
    try {
      read()
    } catch {
      // What is wrong may be said so.
    }
  }
  try {
    call.runInContext(place, { timeout: BOUND })
    return true
  } catch {
    return false
  }
}

test.each([
  ['white space between numbers, before something that is none', `${'1   '.repeat(60)}!`],
  ['white space alone', ' '.repeat(512)],
  ['white space around what may be a range', `${' '.repeat(250)}1${' '.repeat(250)}-`],
  ['identifiers that may end anywhere', `1-${'a.'.repeat(254)}`],
  ['a range that is none', `${'1-'.repeat(250)} - `],
])('reads a constraint of the greatest length at once: %s', (_, text) => {
  expect(isQuick(() => [parseConstraint(text), constraintError(text)])).toBe(true)
})

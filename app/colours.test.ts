import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

/**
 * The contrast of WCAG 2.2 AA in both themes, of every pair of colour tokens that stand on each other: 4.5 for text (1.4.3), 3 for the
 * outline of a control, the focus and what a drawing says (1.4.11).
 */

type Theme = 'light' | 'dark'
type Colour = readonly [red: number, green: number, blue: number]

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8').replace(/\/\*.*?\*\//gs, '')
const globals = read('app/globals.css')

/** Tokens that are one colour in each theme. */
const TOKENS: ReadonlyMap<string, Readonly<Record<Theme, Colour>>> = new Map(
  [...globals.matchAll(/--([\w-]+): light-dark\(#([0-9a-f]{6}), #([0-9a-f]{6})\);/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light: colourOf(light), dark: colourOf(dark) }],
  ),
)

/** Tokens that let through what is below them, as a share of one colour in each theme. */
const VEILS: ReadonlyMap<string, Readonly<Record<Theme, readonly [Colour, number]>>> = new Map(
  [
    ...globals.matchAll(
      /--([\w-]+): light-dark\(rgb\((\d+) (\d+) (\d+) \/ ([\d.]+)\), rgb\((\d+) (\d+) (\d+) \/ ([\d.]+)\)\);/g,
    ),
  ].map(([, name = '', ...parts]) => {
    const [r = 0, g = 0, b = 0, share = 0, r2 = 0, g2 = 0, b2 = 0, share2 = 0] = parts.map(Number)
    return [name, { light: [[r, g, b], share], dark: [[r2, g2, b2], share2] }]
  }),
)

const STAGES = ['preview', 'supported', 'deprecated', 'expired'] as const
const MINORS = ['m-0', 'm-1', 'm-2', 'm-3', 'm-4', 'm-5'] as const
/** What pages, panels, rows under the pointer and selected rows are painted with. */
const GROUNDS = ['bg', 'surface', 'sunken', 'hover', 'accent-soft'] as const
/** Words stand on any of the grounds in these. */
const WORDS = [
  'ink',
  'ink-2',
  'ink-3',
  'accent',
  ...STAGES.map((stage) => `${stage}-ink`),
  'add-ink',
  'del-ink',
] as const

type Pair = readonly [front: string, ground: string]

const TEXT: readonly Pair[] = [
  ...WORDS.flatMap((word) => GROUNDS.map((ground): Pair => [word, ground])),
  ...STAGES.map((stage): Pair => [`${stage}-ink`, `${stage}-fill`]),
  ...STAGES.map((stage): Pair => ['ink', `${stage}-fill`]),
  ...MINORS.map((minor): Pair => [`${minor}-ink`, minor]),
  ['accent-ink', 'accent'],
  ['bg', 'ink'],
  ['ink', 'line'],
  ['add-ink', 'add-fill'],
  ['del-ink', 'del-fill'],
  ['ink', 'add-fill'],
  ['ink', 'del-fill'],
]

const DRAWN: readonly Pair[] = [
  ...['ctl', 'accent', ...STAGES.map((stage) => `${stage}-edge`)].flatMap((edge) =>
    (['bg', 'surface'] as const).map((ground): Pair => [edge, ground]),
  ),
]

/** Lines between things, and second tones of a pattern whose edge says the same. */
const DECORATION = ['line', 'line-2', ...STAGES.map((stage) => `${stage}-hatch`)]

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  test.each(TEXT)('text in %s can be read on %s', (front, ground) => {
    expect(contrast(of(front, theme), of(ground, theme))).toBeGreaterThanOrEqual(4.5)
  })

  test.each(DRAWN)('%s can be seen on %s', (front, ground) => {
    expect(contrast(of(front, theme), of(ground, theme))).toBeGreaterThanOrEqual(3)
  })

  test.each(['past', 'weekend'])('text can be read on %s', (veil) => {
    const [over, share] = VEILS.get(veil)?.[theme] ?? [[0, 0, 0], 1]
    const [red, green, blue] = of('bg', theme).map((below, i) => below * (1 - share) + (over[i] ?? 0) * share)
    const ground: Colour = [red ?? 0, green ?? 0, blue ?? 0]
    for (const word of WORDS) expect(contrast(of(word, theme), ground), word).toBeGreaterThanOrEqual(4.5)
  })
})

test('each colour is in a pair, or said to be decoration', () => {
  const known = new Set([...TEXT, ...DRAWN].flat())
  const unknown = [...TOKENS.keys()].filter((token) => !known.has(token) && !DECORATION.includes(token))
  expect(unknown).toEqual([])
  expect(TOKENS.size).toBeGreaterThan(40)
})

test('a rule of a style sheet that sets text and ground sets a pair that is known', () => {
  const known = new Set(TEXT.map((pair) => pair.join(' on ')))
  const sheets = ['app', 'components'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.css'))
      .map((file) => `${folder}/${file}`),
  )
  const pairs = sheets.flatMap((file) =>
    [...read(file).matchAll(/\{([^{}]*)\}/g)].flatMap(([, rule = '']) => {
      const front = /(?<![\w-])color: var\(--([\w-]+)\);/.exec(rule)?.[1]
      const ground = /(?<![\w-])background(?:-color)?: var\(--([\w-]+)\);/.exec(rule)?.[1]
      return front === undefined || ground === undefined ? [] : [`${front} on ${ground}`]
    }),
  )
  expect(pairs.length).toBeGreaterThan(10)
  expect([...new Set(pairs)].filter((pair) => !known.has(pair))).toEqual([])
})

function of(token: string, theme: Theme): Colour {
  const colour = TOKENS.get(token)?.[theme]
  if (colour === undefined) throw new Error(`--${token} is no colour of app/globals.css`)
  return colour
}

function colourOf(hex: string): Colour {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  return [red, green, blue]
}

/** WCAG 2.2, "contrast ratio": from 1, the same, to 21, black and white. */
function contrast(one: Colour, other: Colour): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** WCAG 2.2, "relative luminance". */
function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/**
 * Nothing reads out of a sentence what the project put into it: facts travel beside the text (see `lib/engine/refusal.ts`).
 *
 * What this finds, line by line: a field or variable that is named like a sentence and is split, searched or matched, and any
 * text that is searched for two words in a row, or split at a mark between spaces. What it does not find: a sentence that goes
 * by another name, is taken apart over several lines, or is compared as a whole.
 */
const SENTENCES = 'detail|message|reason|description|failureReason|error|cause|quote|sentence|clause'
const READS = 'match|matchAll|split|search|replace|replaceAll|includes|startsWith|endsWith|indexOf|lastIndexOf'
const FINDS: readonly RegExp[] = [
  // `refusal.detail.split(…)`, `refusal.text.includes(…)`
  new RegExp(String.raw`\b(?:(?:${SENTENCES})|(?<!this)\.text)\??\.(?:${READS})\(`),
  // `PATTERN.exec(refusal.detail)`
  new RegExp(String.raw`\.(?:exec|test)\((?:[\w.?]*\.)?(?:${SENTENCES})\b`),
  /\.(?:exec|test)\((?!this)[\w.?]+\.text\b/,
  // `.startsWith('Worker pool')`, `.split(' | ')`
  new RegExp(String.raw`\.(?:${READS})\(\s*(['"\`])(?:[^'"\`]*[A-Za-z] [A-Za-z][^'"\`]*| [^\w'"\`]+ )\1`),
  // `/is forbidden: /.exec(…)`
  /\/[^/\n]*[A-Za-z]{2} [A-Za-z]{2}[^/\n]*\/[a-z]*\.(?:exec|test)\(/,
]

/** They read what others wrote: Gardener, an API server, a library. */
const READ_OTHERS: Readonly<Record<string, string>> = {
  'components/take-away/drawn.ts': 'what a browser computed of a style',
  'lib/words/quotes.ts': 'what Gardener or an API server said, to find it where it is said again',
  'lib/words/refusal-words.ts': 'what an API server answered',
  'lib/engine/course/done-step.ts': 'what Gardener wrote into status.lastMaintenance',
  'lib/garden/manifests/yaml-text.ts': 'what the YAML library says',
  'lib/landscape/lanes.ts': 'what Gardener wrote into status.lastMaintenance',
  'lib/questions/version/answer/version-course.ts': 'what Gardener wrote into status.lastMaintenance',
}

const root = join(import.meta.dirname, '..')
const files = ['lib', 'components', 'app'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|testdata|fixtures/.test(name))
    .map((name) => `${folder}/${name}`),
)

function readsIn(file: string): string[] {
  return readFileSync(join(root, file), 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !/^(?:\*|\/\/|\/\*)/.test(line) && FINDS.some((find) => find.test(line)))
}

test('no sentence of the project is taken apart', () => {
  const others = files.filter((file) => !(file in READ_OTHERS))
  expect(others.flatMap((file) => readsIn(file).map((line) => `${file}: ${line}`))).toEqual([])
})

test.each(Object.keys(READ_OTHERS))('%s is still an exception', (file) => {
  expect(readsIn(file)).not.toEqual([])
})

test.each([
  "const [head = '', ...findings] = refusal.detail.split(' | ')",
  "if (!refusal.text.startsWith('all Kubernetes versions must match the regex')) return null",
  'if (!STAGES.test(refusal.detail)) return null',
  "return denied && failureReason?.includes('machine.image')",
  'const match = /does not support kubelet version/.exec(error)',
  "const [object = ''] = head.split(' is forbidden: ')",
])('it would find: %s', (line) => {
  expect(FINDS.some((find) => find.test(line))).toBe(true)
})

/** Which word a count takes, and what the horizon is called, is said in `lib/words/phrases.ts`. */
const OWN_PLURAL = /=== 1 \? '(?!1 )[A-Za-z ,]+' : '[A-Za-z ,]+'/
const OWN_HORIZON = /(?:within|in|over|for) (?:a|the(?: coming)?) year\b|twelve months|within 12 months/

/** Those below the words tell facts. */
const ABOVE_WORDS = /^(?:components|app|lib\/(?:words|pictures|questions|browser))\//

function saying(find: RegExp): readonly string[] {
  return files
    .filter((file) => ABOVE_WORDS.test(file))
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => !/^(?:\*|\/\/|\/\*)/.test(line) && find.test(line))
        .map((line) => `${file}: ${line}`),
    )
}

test('plurals are those of the words', () => {
  expect(saying(OWN_PLURAL)).toEqual([
    // No plural: whether the one cluster is there already.
    expect.stringMatching(/^lib\/words\/version\.ts: .*that will pass through/),
  ])
})

test('the horizon is called what the words call it', () => {
  expect(saying(OWN_HORIZON)).toEqual([
    "lib/questions/policy/contract.ts: summary: 'What a policy would edit in a CloudProfile, now and within 12 months',",
  ])
})

/** A whole sentence of a text, from its capital to its full stop. */
const WHOLE_SENTENCE = /(['`])[A-Z][^'`]* [a-z]+ [a-z]+[^'`]*\.\1/
/** A comment, what is thrown for who asks or who starts the process, and what is written into the log. */
const OTHER_TEXT = /^(?:\*|\/\/|\/\*)|\b(?:new [A-Z]\w*|CodedError|fault)\(|\blog\./

/** Whole sentences stand here all the same, and why. */
const SAYING: Readonly<Record<string, string>> = {
  'lib/engine/api-server/shoot/':
    'what is wrong with a shoot that a user writes: Gardener does not say what would help',
  'lib/garden/demo/': 'what Gardener would have said in the demo',
  'lib/garden/': 'what cannot be read or written, as a problem of a garden: it is to become a fact',
  'lib/apply/journal.ts': 'what could not be written down yet: it is to become a fact',
  'lib/landscape/access.ts': 'the body of a refused request',
  'lib/landscape/history.ts': 'why nothing is recorded: it is to become a fact',
  'lib/landscape/past.ts': 'the body of a refused request',
}

const sentencesBelow = files
  .filter((file) => /^lib\/(?:engine|landscape|garden|apply)\//.test(file) && !/\.test\.support\.ts$/.test(file))
  .flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => !OTHER_TEXT.test(line) && WHOLE_SENTENCE.test(line))
      .map((line) => ({ file, line })),
  )

test('engine, landscape, garden and apply say no sentence of ours but where it is named', () => {
  const rest = sentencesBelow.filter(({ file }) => !Object.keys(SAYING).some((place) => file.startsWith(place)))
  expect(rest.map(({ file, line }) => `${file}: ${line}`)).toEqual([])
})

test.each(Object.keys(SAYING))('%s still says sentences', (place) => {
  expect(sentencesBelow.filter(({ file }) => file.startsWith(place))).not.toEqual([])
})

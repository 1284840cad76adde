import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/**
 * Nothing reads out of a sentence what the project put into it: facts travel beside the text (see `lib/engine/refusal.ts`).
 *
 * What this finds, line by line: a field or variable that is named like a sentence and is split, searched or matched, and any
 * text that is searched for two words in a row, or split at a mark between spaces; what a function of words says and is read at once,
 * and a pattern that begins with a word of a sentence. What it does not find: a sentence that goes by another name, is taken apart over
 * several lines, or is compared as a whole.
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
  // `untilText(window, now).replace(…)`, `poolsText(names).slice(…)`
  new RegExp(String.raw`\b\w+(?:Text|Words|Sentence)\((?:[^()]|\([^()]*\))*\)\.(?:${READS}|slice)\(`),
  // `.replaceAll(/\bpool …/g, '')`, `.replace(/^in /, '')`
  new RegExp(String.raw`\.(?:${READS})\(\s*\/(?:\^|\\b)?\(?(?:\?:)?[A-Za-z]+(?: |\\s)`),
  // `/is forbidden: /.exec(…)`
  /\/[^/\n]*[A-Za-z]{2} [A-Za-z]{2}[^/\n]*\/[a-z]*\.(?:exec|test)\(/,
]

/** They read what others wrote: Gardener, an API server, a library. */
const READ_OTHERS: Readonly<Record<string, string>> = {
  'components/take-away/drawn.ts': 'what a browser computed of a style',
  'components/outlook/quotes.tsx': 'what Gardener or an API server said, to find it where it is said again',
  'lib/words/refusal-words.ts': 'what an API server answered',
  'lib/words/recording.ts': 'what a store says, with the code of its database',
  'lib/engine/course/done-step.ts': 'what Gardener wrote into status.lastMaintenance',
  'lib/engine/policy/evidence/cluster-record.ts': 'what Gardener wrote into status.lastMaintenance',
  'lib/garden/manifests/yaml-text.ts': 'what the YAML library says',
  'lib/browser/day-input.ts': 'a moment as the input of a browser writes it',
  'lib/garden/manifests/patch-text.ts': 'a part of a file',
  'lib/http/auth/session.ts': 'a header',
  'lib/landscape/lanes.ts': 'what Gardener wrote into status.lastMaintenance',
}

const root = join(import.meta.dirname, '..')
const files = ['lib', 'components', 'app', 'cli'].flatMap((folder) =>
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
  "return untilWindow(next.window, now, 'exact').replace(/^in /, '')",
  "{dateWords(date).replace(/^in/, 'In all of')}: {countOf(total, 'cluster')}",
  String.raw`const rest = titleOf(step).replaceAll(/\bpool [\w-]+/g, '')`,
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
    expect.stringMatching(/^lib\/words\/version\.ts: .*that will run it/),
  ])
})

test('the horizon is called what the words call it', () => {
  expect(saying(OWN_HORIZON)).toEqual([
    "lib/questions/policy/contract.ts: summary: 'What a policy would edit in a CloudProfile, now and within 12 months',",
  ])
})

/** A text of three words in a row, the second and third in small letters: a sentence, or a part of one. */
const WORDS_IN_A_ROW = /(['`])(?:(?!\1).)*\b[A-Za-z]+ [a-z]+ [a-z]+\b(?:(?!\1).)*\1/
/** A comment, what is thrown for who asks or who starts the process, what is written into the log, a statement for a database, a name. */
const OTHER_TEXT =
  /^(?:\*|\/\/|\/\*)|\b(?:new [A-Z]\w*|super|CodedError|fault|announceEvent|subscribers|classSum|lastPer)(?:<.*>)?\(|\blog\.|\b(?:SELECT|INSERT|DELETE|UPDATE|CREATE) /

/** Where texts stand all the same, and whose they are. */
const SAYING: Readonly<Record<string, string>> = {
  'lib/engine/rules/': 'what Gardener says, which the vectors compare',
  'lib/engine/api-server/':
    'what Gardener says, which the vectors compare; of a shoot that a user writes also what would help, which Gardener does not say',
  'lib/engine/course/done-step.ts': 'what Gardener says, to find it',
  'lib/engine/duration.ts': 'what Go says of a duration',
  'lib/engine/advice/maintenance/in-place.ts': 'a command',
  'lib/engine/impact/rollout.ts': 'a formula',
  'lib/engine/impact/kubelet-config.ts': 'a part of a key that is never shown',
  'lib/engine/outlook/difference/warnings.ts': 'the name of a freeze',
  'lib/garden/demo/': 'what Gardener would have said in the demo',
  'lib/garden/kubernetes/': 'what an API server answered, as its client tells it: in answers, errors and the log alike',
  'lib/garden/manifests/walk.ts': 'what the system says',
  'lib/garden/manifests/writer.ts': 'what a file answers to an edit, in the place of an API server',
  'lib/garden/manifests/manifests-garden.ts': 'what files answer, in the place of an API server',
  'lib/garden/manifests/json-text.ts': 'states of a reader',
  'lib/garden/open-garden.ts': 'what is said to who starts the process',
  'lib/garden/cut/cut-garden.ts': 'what the API server of a garden would say of what may not be read',
  'lib/apply/diff.ts': 'what diff says',
  'lib/apply/texts.ts': 'a command',
  'lib/history/stored.ts': 'what a store says of itself',
  'lib/landscape/access.ts': 'the body of a refused request',
  'lib/landscape/freezes.ts': 'the refusal of a setting',
  'lib/landscape/history.ts': 'what a store says of itself',
  'lib/landscape/holders.ts': 'what Gardener says, without the names that the asker may not see',
  'lib/landscape/lookup.ts': 'the body of a refused request',
  'lib/landscape/past.ts': 'the body of a refused request, and what a garden that is over answers',
}

function sayingBelow(file: string, text: string) {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !OTHER_TEXT.test(line) && WORDS_IN_A_ROW.test(line))
    .map((line) => ({ file, line }))
}

const sentencesBelow = files
  .filter(
    (file) => /^lib\/(?:engine|landscape|garden|history|apply)\//.test(file) && !/\.test\.support\.ts$/.test(file),
  )
  .flatMap((file) => sayingBelow(file, readFileSync(join(root, file), 'utf8')))

test('engine, garden, history, landscape and apply say no sentence of ours but where it is named', () => {
  const rest = sentencesBelow.filter(({ file }) => !Object.keys(SAYING).some((place) => file.startsWith(place)))
  expect(rest.map(({ file, line }) => `${file}: ${line}`)).toEqual([])
})

test.each([
  "if (this.isPresent() && !isRecord(this.value)) this.note('must be an object')",
  'const text = `has too many entries of pools`',
  "return { kind: 'none', reason: 'its profile, which would give it one, is not there' }",
])('it would find: %s', (line) => {
  expect(sayingBelow('', line)).toHaveLength(1)
})

test.each(Object.keys(SAYING))('%s still says sentences', (place) => {
  expect(sentencesBelow.filter(({ file }) => file.startsWith(place))).not.toEqual([])
})

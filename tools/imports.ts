import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path/posix'
import { root } from './root.mjs'

/** What a room may import: other rooms, and packages by the start of their names; all packages where none are named. */
interface RoomRule {
  readonly rooms: readonly string[]
  readonly packages?: readonly string[]
  /** Packages that have no place in it. */
  readonly without?: readonly string[]
  /** Whether it runs in the browser: no Node, no request, and only types of what brings the validator. */
  readonly inBrowser?: true
}

const SERVER = [
  'landscape',
  'apply',
  'pictures',
  'http',
  'process',
  'store',
  'history',
  'garden',
  'words',
  'contract',
  'engine',
]
const PAGES = [
  'react',
  'next',
  '@tanstack/react-query',
  '@tanstack/react-virtual',
  'recharts',
  'lucide-react',
  'd3-scale',
  'd3-time',
  'yaml',
  'diff',
]

/** The rooms of the house, each above those that it may import; a room may always import itself. */
const ROOMS: Readonly<Record<string, RoomRule>> = {
  engine: { rooms: [], packages: ['semver'] },
  contract: { rooms: ['engine'], packages: ['zod'] },
  words: { rooms: ['question/contract', 'contract', 'engine'], packages: [], inBrowser: true },
  browser: { rooms: ['words', 'contract', 'engine'], packages: PAGES, inBrowser: true },
  garden: { rooms: ['process', 'engine'], without: ['react', 'next'] },
  history: { rooms: ['garden', 'store', 'process', 'engine'], without: ['react', 'next'] },
  process: { rooms: ['contract', 'engine'] },
  store: { rooms: ['process'] },
  landscape: { rooms: ['process', 'store', 'history', 'garden', 'contract', 'engine'] },
  apply: { rooms: ['landscape', 'process', 'store', 'history', 'garden', 'contract', 'engine'] },
  pictures: { rooms: ['landscape', 'process', 'words', 'contract', 'engine'] },
  http: { rooms: ['apply', 'landscape', 'process', 'store', 'history', 'garden', 'contract', 'engine'] },
  'question/contract': { rooms: ['contract', 'engine'], packages: ['zod'] },
  'question/queries': {
    rooms: ['question/contract', 'question/browser', 'browser', 'words', 'contract', 'engine'],
    packages: ['@tanstack/react-query'],
    inBrowser: true,
  },
  'question/browser': {
    rooms: ['question/contract', 'question/queries', 'browser', 'words', 'contract', 'engine'],
    packages: PAGES,
    inBrowser: true,
  },
  'question/answer': { rooms: ['question/contract', ...SERVER] },
  questions: { rooms: ['question/contract', 'question/answer', ...SERVER] },
  components: {
    rooms: ['question/contract', 'question/queries', 'question/browser', 'browser', 'words', 'contract', 'engine'],
    packages: PAGES,
    inBrowser: true,
  },
  'app/api': {
    rooms: ['question/contract', 'question/answer', 'questions', 'http', 'landscape', 'process', 'contract', 'engine'],
  },
  /** The program on the command line, which reads what a server would, and tells it as text. */
  cli: {
    rooms: [
      ...['question/contract', 'question/answer', 'question/browser'],
      ...['landscape', 'process', 'garden', 'words', 'contract', 'engine'],
    ],
    packages: ['node:'],
  },
  app: {
    rooms: [
      ...['components', 'question/contract', 'question/answer', 'question/queries', 'question/browser', 'browser'],
      ...['http', 'landscape', 'pictures', 'process', 'words', 'contract', 'engine'],
    ],
  },
}

/** The room of a file of the product and, within it, the question or the room of the engine; null: it stands in none. */
function roomOf(file: string): { readonly room: string; readonly part?: string } | null {
  const [top = '', second = '', third = '', fourth] = file.split('/')
  if (top === 'app') return { room: second === 'api' ? 'app/api' : 'app' }
  if (top === 'components') return { room: 'components', part: second }
  if (top === 'cli') return { room: 'cli' }
  if (top !== 'lib') return null
  if (second === 'engine') return { room: 'engine', part: fourth === undefined ? '' : third }
  if (second !== 'questions') return ROOMS[second] === undefined ? null : { room: second }
  if (third === 'queries.ts') return { room: 'question/queries' }
  if (fourth === undefined) return { room: 'questions' }
  return { room: `question/${fourth.replace(/\.tsx?$/, '')}`, part: third }
}

/**
 * What is wrong with the imports of a file: a sentence for each that leaves its room for one that it may not know. `code` is the text of
 * the file, whose path is given from the root of the house.
 */
export function wrongImports(file: string, code: string): readonly string[] {
  const from = roomOf(file)
  if (from === null) return []
  const room = ROOMS[from.room]
  if (room === undefined)
    return [
      `${file} stands in no room: name it like one of its kind, or give ${from.room} its line in tools/imports.ts`,
    ]
  return importsOf(code).flatMap(({ spec, isLoaded }) => {
    const refuse = (why: string) => [`${file} imports ${spec}: ${why}`]
    const target = targetOf(file, spec)
    if (target === null) return packageRefusal(room, spec).flatMap(refuse)
    const to = roomOf(target)
    if (to === null)
      return target.startsWith('lib/') || target.startsWith('tools/') ? refuse('no room of the house') : []
    const isSame = to.room === from.room
    if (!isSame && !room.rooms.includes(to.room)) return refuse(`${from.room} may not know ${to.room}`)
    if (isSame && to.room === 'components' && !knows(from.part, to.part))
      return refuse(`components/${from.part} may not know components/${to.part}`)
    const ofOne = [from, to].every(({ room, part }) => room.startsWith('question/') && part !== undefined)
    if (ofOne && to.part !== from.part)
      return refuse('a question imports no other one: what two of them need goes below them')
    if (to.room === 'engine' && isRoomOfEngine(to.part) && !target.endsWith('/index.ts') && to.part !== from.part)
      return refuse('of a room of the engine others import what its index offers')
    if (OFFERING.includes(to.room) && !isSame && !target.endsWith('/index.ts'))
      return refuse('others import what its index offers')
    if (room.inBrowser && isLoaded && !isSame && bringsValidator(target))
      return refuse(
        'schemas bring the validator into the browser: import types, or call import() where something is checked',
      )
    return []
  })
}

function packageRefusal({ packages, without = [], inBrowser }: RoomRule, spec: string): readonly string[] {
  if (without.some((start) => spec.startsWith(start))) return ['it knows no pages']
  if (inBrowser && /^(?:node:|server-only$|next\/(?:server|headers)$)/.test(spec)) return ['this runs in the browser']
  if (packages === undefined || packages.some((start) => spec.startsWith(start)) || spec.endsWith('.css')) return []
  return [packages.length === 0 ? 'no package is needed here' : `only ${packages.join(', ')} are needed here`]
}

/** Parts that pages share, each above those before it; then come the questions, of which none knows another, and the frame around them. */
const SHARED_PARTS = ['ui', 'timeline', 'charts', 'paths', 'evidence', 'take-away', 'outlook']

/** Whether one folder of components may import another. */
function knows(from: string | undefined, to: string | undefined): boolean {
  if (from === to || from === 'shell') return true
  const height = SHARED_PARTS.indexOf(from ?? '')
  const other = SHARED_PARTS.indexOf(to ?? '')
  return other >= 0 && (height < 0 || other < height)
}

/** Rooms that are closed but for their index. */
const OFFERING = ['history', 'store']

const isRoomOfEngine = (part: string | undefined) => part !== '' && part !== 'testdata'

interface ImportedFile {
  readonly spec: string
  /** Whether its values are loaded with the file: it is neither an import of types, nor one that is called for later. */
  readonly isLoaded: boolean
}

/** The imports of code as the formatter leaves it: with single quotes, and each statement at the begin of a line. */
function importsOf(code: string): readonly ImportedFile[] {
  const statements = code.split(/^(?=import |export )/m).flatMap((text) => {
    const [, spec] = /^import '([^']+)'/.exec(text) ?? /^[^'";]+? from '([^']+)'/.exec(text) ?? []
    if (spec === undefined || !/^(?:import|export) /.test(text)) return []
    const names = text.slice(text.indexOf(' ') + 1, text.indexOf("'"))
    return [{ spec, isLoaded: !names.startsWith('type ') && !areTypes(names) }]
  })
  const calls = [...code.matchAll(/import\('([^']+)'\)/g)].map(([, spec = '']) => ({ spec, isLoaded: false }))
  return [...statements, ...calls]
}

function areTypes(names: string): boolean {
  const listed = /^\{([^}]*)\} from $/.exec(names)?.[1]
  return listed?.split(',').every((name) => name.trim() === '' || name.trim().startsWith('type ')) ?? false
}

const ENDINGS = ['', '.ts', '.tsx', '.mjs', '/index.ts']

/** The file that is meant, or where it would stand; null: it is a package. */
function targetOf(file: string, spec: string): string | null {
  if (!spec.startsWith('.') && !spec.startsWith('@/')) return null
  const path = spec.startsWith('@/') ? spec.slice(2) : normalize(join(dirname(file), spec))
  const ending = ENDINGS.find((one) => one !== '' && existsSync(join(root, path + one)))
  return path + (ending ?? (/\.\w+$/.test(path) ? '' : '.ts'))
}

const validators = new Map<string, boolean>()

/** Whether a module of a contract imports zod, itself or through others. */
function bringsValidator(file: string): boolean {
  const known = validators.get(file)
  if (known !== undefined) return known
  validators.set(file, false)
  const path = join(root, file)
  if (!existsSync(path) || !/^lib\/(?:contract|questions)\//.test(file)) return false
  const brings = importsOf(readFileSync(path, 'utf8')).some(({ spec, isLoaded }) => {
    if (!isLoaded) return false
    const target = targetOf(file, spec)
    return target === null ? /^zod(?:$|\/)/.test(spec) : bringsValidator(target)
  })
  validators.set(file, brings)
  return brings
}

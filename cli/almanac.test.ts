import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FakeApi, refusal, writeKubeconfig } from '@/lib/garden/kubernetes/testdata/fake-api'
import { decodeDraft } from '@/lib/questions/draft/browser/draft'
import { bundleCli } from '@/tools/bundle-cli.mjs'
import { root } from '@/tools/root.mjs'
import { git, MERGED, makeRepository, profileText, VERSIONS } from './testdata/repository'

let home = ''
let repository = ''
let program = ''

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'almanac-cli-'))
  repository = join(home, 'live')
  program = join(home, 'almanac.mjs')
  writeFileSync(program, await bundleCli())
  makeRepository(repository)
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

interface Run {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

function run(
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
  folder = repository,
): Promise<Run> {
  const clean = { PATH: process.env.PATH ?? '', HOME: home, TZ: 'Europe/Berlin', GIT_CONFIG_NOSYSTEM: '1' }
  const child: ChildProcess = spawn(command, args, {
    cwd: folder,
    env: { ...clean, ...env } as unknown as NodeJS.ProcessEnv,
  })
  let [out, err] = ['', '']
  child.stdout?.on('data', (part) => (out += part))
  child.stderr?.on('data', (part) => (err += part))
  return new Promise((done, fail) => child.on('error', fail).on('close', (code) => done({ code, out, err })))
}

const almanac = (...args: string[]) => run(process.execPath, [program, ...args])
const AT = ['--at', '2026-11-21T17:58:00Z']
const LIMITS = 'refused,stuck,forced>1,notice<30d'
const DIFF = ['diff', 'HEAD^1', 'HEAD', '--garden', 'dump.yaml', '--name', 'live', ...AT]
const DRAFT = /\?draft=([\w-]+)/
/** Not every Node packs a text in the same way. */
const withoutDraft = (text: string) => text.replace(DRAFT, '?draft=…')
const docs = readFileSync(join(root, 'docs', 'pull-requests.md'), 'utf8')
const fenced = (kind: string) =>
  [...docs.matchAll(new RegExp(`\`\`\`${kind}\n(.*?)\n?\`\`\``, 'gs'))].map(([, text = '']) => text)

describe('almanac diff', () => {
  test('writes the comment that the documentation shows, and ends with 1 where a limit is exceeded', async () => {
    const { code, out, err } = await almanac(
      ...DIFF,
      '--format',
      'markdown',
      '--fail-on',
      LIMITS,
      '--url',
      'https://almanac.example.com',
    )
    expect(err).toBe('')
    expect(out.split('\n')[0]).toBe('<!-- almanac diff live -->')
    expect(withoutDraft(out)).toBe(withoutDraft(`${fenced('markdown').at(-1)}\n`))
    const [, draft = ''] = DRAFT.exec(out) ?? []
    expect(await decodeDraft(draft, 'aws')).toMatchObject({
      kind: 'ok',
      draft: { profile: 'aws', base: null, edits: [{ kind: 'classify' }, { kind: 'classify' }, { kind: 'expire' }] },
    })
    expect(code).toBe(1)
  })

  test('tells the same in a terminal, as the documentation shows, with each limit', async () => {
    const { code, out } = await almanac(...DIFF, '--fail-on', LIMITS)
    expect(out).toBe(`${fenced('text').at(-1)}\n`)
    expect(code).toBe(1)
  })

  test('tells nothing from today, in whatever form', async () => {
    for (const format of ['text', 'markdown']) {
      const { out } = await almanac(...DIFF, '--format', format)
      expect(out).not.toMatch(/\b(?:tonight|today|tomorrow|ago|in \d+ (?:h|min|d|days?)\b|within 24 h)/i)
    }
  })

  test('ends in silence where nobody reads to the end', async () => {
    const command = `"$0" "$@" | true; exit "\${PIPESTATUS[0]}"`
    const json = [...DIFF, '--format', 'json']
    const read = await run('bash', ['-c', command, process.execPath, program, ...json])
    expect(read).toEqual({ code: 0, out: '', err: '' })
  })

  test('is facts for programs, and ends with 0 where no limit is exceeded', async () => {
    const { code, out } = await almanac(...DIFF, '--format', 'json', '--fail-on', 'refused,stuck,forced>100')
    const { figures, groups, limits, profiles, failure } = JSON.parse(out)
    expect(code).toBe(0)
    expect(failure).toBeNull()
    expect(limits.map(({ isOver }: { isOver: boolean }) => isOver)).toEqual([false, false, false])
    expect(profiles.map(({ label }: { label: string }) => label)).toEqual(['CloudProfile aws'])
    expect(groups.reduce((sum: number, { clusters }: { clusters: number }) => sum + clusters, 0)).toBe(figures.changed)
  })

  test('says the same of folders and files as of revisions', async () => {
    const [before, after] = [join(home, 'before'), join(home, 'after')]
    for (const folder of [before, after]) mkdirSync(folder)
    writeFileSync(join(before, 'aws.yaml'), git(repository, 'show', 'HEAD^1:profiles/aws.yaml'))
    writeFileSync(join(after, 'aws.yaml'), profileText(MERGED))
    const facts = async (...args: string[]) => {
      const { out } = await almanac('diff', ...args, '--garden', 'dump.yaml', '--format', 'json', ...AT)
      const { before: _, after: __, commit: ___, ...rest } = JSON.parse(out)
      return rest
    }
    const revisions = await facts('HEAD^1', 'HEAD')
    expect(await facts(before, after)).toEqual(revisions)
    expect(await facts(join(before, 'aws.yaml'), join(after, 'aws.yaml'))).toEqual(revisions)
    expect(await facts('main^1:profiles', './profiles')).toEqual(revisions)
  })

  test('tells once of a problem that both files have', async () => {
    const files = [VERSIONS, MERGED].map((versions, i) => {
      const file = join(home, `problem-${i}.yaml`)
      writeFileSync(file, profileText(`${versions}    - version: 1.31.0\n      expirationDate: soon\n`))
      return file
    })
    const { code, out } = await almanac('diff', ...files, '--garden', 'dump.yaml', ...AT)
    expect(code).toBe(0)
    expect(out).not.toMatch(/^Note +\S*problem-1/m)
    expect(out.replaceAll(/\s+/g, ' ')).toContain('has 1 problem that the change leaves as it is')
  })

  test('follows the links of a revision within it, and reads nothing outside of it', async () => {
    const secret = join(home, 'secret.yaml')
    writeFileSync(secret, profileText(VERSIONS).replace('name: aws', 'name: secret'))
    git(repository, 'checkout', '--quiet', '-b', 'links')
    symlinkSync('profiles', join(repository, 'live'))
    symlinkSync(secret, join(repository, 'out.yaml'))
    symlinkSync('live/../../secret.yaml', join(repository, 'through.yaml'))
    git(repository, 'add', 'live', 'out.yaml', 'through.yaml')
    git(repository, 'commit', '--quiet', '--message', 'Add links')
    const { code, out } = await almanac('diff', 'main:profiles', 'links', '--garden', 'dump.yaml', ...AT)
    git(repository, 'checkout', '--quiet', 'main')
    git(repository, 'branch', '--quiet', '-D', 'links')
    expect(out).toContain('No profile changes.')
    expect(out.replaceAll(/\s+/g, ' ')).toContain(
      'out.yaml and through.yaml of links are links that lead out of it: what is there was not read.',
    )
    expect(out).not.toContain('secret')
    expect(code).toBe(0)
  })

  test('leaves the work tree as it is', async () => {
    const profile = join(repository, 'profiles', 'aws.yaml')
    writeFileSync(profile, 'half written')
    const before = git(repository, 'status', '--porcelain')
    const temporary = join(home, 'tmp')
    mkdirSync(temporary)
    const { code } = await run(process.execPath, [program, ...DIFF], { TMPDIR: temporary })
    expect(code).toBe(0)
    expect(git(repository, 'status', '--porcelain')).toBe(before)
    expect(readdirSync(temporary)).toEqual([])
    expect(readFileSync(profile, 'utf8')).toBe('half written')
    git(repository, 'checkout', '--quiet', '--', '.')
  })

  test('says that nothing changes where nothing does', async () => {
    const { code, out } = await almanac('diff', 'HEAD', 'HEAD', '--garden', 'dump.yaml', '--fail-on', LIMITS)
    expect(out).toContain('No profile changes.')
    expect(out).toContain('The check passes.')
    expect(code).toBe(0)
  })

  test('says what the API server would refuse, in its words, and what maintenance does not read', async () => {
    const wrong = profileText(
      MERGED.replace('1.34.3\n      classification: deprecated', '1.34.3\n      classification: supported'),
    )
    const file = join(home, 'wrong.yaml')
    writeFileSync(file, wrong.replace('- name: eu-west-1', '- name: eu-central-1'))
    const { code, out } = await almanac('diff', 'HEAD^1', file, '--garden', 'dump.yaml', '--fail-on', 'refused', ...AT)
    expect(out.replace(/\s+/g, ' ')).toContain(
      'The API server would refuse it, for 1 reason. What changes for clusters is told as if the API server accepted these edits, but for values that cannot be read.',
    )
    expect(out).toMatch(/x Only one version of each minor is classified as supported\./)
    expect(out).toMatch(/spec\.regions +changed/)
    expect(out).toContain('OVER  refused  1 of 1')
    expect(code).toBe(1)
  })

  test.each<[string, () => string[], RegExp]>([
    [
      'a revision that is none',
      () => ['diff', 'HEAD', 'nope'],
      /^nope is neither a file or folder nor a revision of this Git checkout\./,
    ],
    ['an option of Git', () => ['diff', '--', '--help', 'HEAD'], /^--help is neither a file or folder nor a revision/],
    [
      'a file that is no YAML',
      () => ['diff', 'HEAD', broken()],
      /broken\.yaml cannot be read:\n- .*broken\.yaml, line 4: .*\.\nCorrect it/,
    ],
    ['nothing that is a profile', () => ['diff', 'README.md', 'README.md'], /README\.md/],
    [
      'a dump that is not there',
      () => ['diff', 'HEAD^1', 'HEAD', '--garden', 'gone.yaml'],
      /^There is no dump gone\.yaml\. Take one with "kubectl get/,
    ],
    ['a limit that is none', () => [...DIFF, '--fail-on', 'speed'], /^--fail-on speed: that is no limit\./],
  ])('ends with 2 and says what to do: %s', async (_, args, message) => {
    const { code, out, err } = await almanac(...args())
    expect(err).toMatch(message)
    expect(out).toBe('')
    expect(code).toBe(2)
  })
})

function broken(): string {
  const path = join(home, 'broken.yaml')
  writeFileSync(path, 'apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: { name: aws\nspec: [\n')
  return path
}

describe('almanac shoot and list', () => {
  test('say what is ahead of a cluster, by its name alone or with its project', async () => {
    const { code, out } = await almanac('shoot', 'iot/field-gw', '--garden', 'dump.yaml', ...AT)
    expect(out).toContain('iot / field-gw (namespace garden-iot, profile aws)')
    expect(out).toContain('What can be done')
    expect(code).toBe(0)
    // The dump is read anew each time, perhaps in another minute.
    const untimed = (text: string) => text.replace(/(?<=from data read )[^+]+/, '')
    const byName = await almanac('shoot', 'field-gw', '--garden', 'dump.yaml', ...AT)
    expect(untimed(byName.out)).toBe(untimed(out))
    const missing = await almanac('shoot', 'biddr-us', '--garden', 'dump.yaml')
    expect([missing.code, missing.err]).toEqual([
      2,
      'There is no cluster biddr-us in this garden. Did you mean bidder-us?\n',
    ])
  })

  test('list what is forced, also as a plugin of kubectl', async () => {
    const plugin = join(home, 'kubectl-almanac')
    chmodSync(program, 0o755)
    symlinkSync(program, plugin)
    const { code, out } = await run(plugin, ['list', '--forced', '--garden', 'dump.yaml', ...AT])
    expect(out).toContain('2 of 6 clusters are forced or fail within 12 months')
    expect(out).toMatch(/iot \/ field-gw +aws +1\.33\.7 +.*forced to Kubernetes 1\.34\.3/)
    expect(code).toBe(0)
    const soon = await run(plugin, [
      'list',
      '--forced',
      '--within',
      '30d',
      '--garden',
      'dump.yaml',
      '--format',
      'json',
      ...AT,
    ])
    expect(JSON.parse(soon.out).items).toEqual([])
    // What fails, and nodes that are replaced for another reason, are ahead as well.
    const ahead = await almanac('list', '--within', '90d', '--garden', 'dump.yaml', ...AT)
    expect(ahead.out).toMatch(/^\d of 6 clusters have something ahead within 90 days\n/)
  })

  test('say which rights are missing', async () => {
    const api = await FakeApi.start()
    const denied = (plural: string) => refusal(403, `${plural} is forbidden: User "u" cannot list resource "${plural}"`)
    try {
      const env = { KUBECONFIG: await writeKubeconfig(api, home) }
      api.script = ({ plural }) => (plural === 'projects' ? denied(plural) : undefined)
      const some = await run(process.execPath, [program, 'list'], env)
      expect(some.err).toContain('Almanac may not list projects')
      expect([some.code, some.out]).toEqual([0, '0 of 0 clusters\n'])
      api.script = ({ plural }) => denied(plural)
      const none = await run(process.execPath, [program, 'list'], env)
      expect(none.err).toMatch(/^The garden .* cannot be read\. Almanac may not list .*shoots/)
      expect([none.code, none.out]).toEqual([2, ''])
    } finally {
      await api.stop()
    }
  })
})

describe('the jobs of the documentation', () => {
  let host: Server
  let bodies: string[] = []
  let asked: string[] = []
  beforeAll(async () => {
    host = createServer((request, response) => {
      const { method = '', url = '' } = request
      asked.push(`${method} ${url.split('?')[0]}`)
      let text = ''
      request.on('data', (part) => (text += part))
      request.on('end', () => {
        if (text !== '') bodies = [(JSON.parse(text) as { body: string }).body]
        const own = bodies.map((body) => ({
          id: 9,
          body,
          user: { login: 'github-actions[bot]' },
          author: { username: 'almanac' },
        }))
        response.end(JSON.stringify(url.endsWith('/user') ? { username: 'almanac' } : method === 'GET' ? own : {}))
      })
    })
    await new Promise<void>((done) => host.listen(0, '127.0.0.1', done))
  })
  afterAll(() => void host.close())

  const origin = () => `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  interface Job {
    readonly jobs?: { readonly diff: { readonly steps: readonly { readonly run?: string }[] } }
    readonly almanac?: { readonly script: readonly string[] }
  }
  const [gitHub, gitLab] = fenced('yaml').map((text) => load(text) as Job)

  test.each([
    [
      'GitHub Actions',
      gitHub?.jobs?.diff.steps.at(-1)?.run ?? '',
      () => ({
        GITHUB_ACTIONS: 'true',
        GITHUB_API_URL: origin(),
        GITHUB_REPOSITORY: 'garden/live',
        GITHUB_REF: 'refs/pull/412/merge',
        GITHUB_TOKEN: 'secret',
        RUNNER_TEMP: home,
      }),
      ['POST /repos/garden/live/issues/412/comments', 'PATCH /repos/garden/live/issues/comments/9'],
    ],
    [
      'GitLab',
      gitLab?.almanac?.script.join('\n') ?? '',
      () => ({
        GITLAB_CI: 'true',
        CI_API_V4_URL: origin(),
        CI_PROJECT_ID: '7',
        CI_MERGE_REQUEST_IID: '412',
        CI_MERGE_REQUEST_DIFF_BASE_SHA: git(repository, 'rev-parse', 'HEAD^1').trim(),
        GITLAB_TOKEN: 'secret',
      }),
      ['POST /projects/7/merge_requests/412/notes', 'PUT /projects/7/merge_requests/412/notes/9'],
    ],
  ])('%s posts one comment and updates it', async (_, script, envOf, writes) => {
    bodies = []
    asked = []
    const env = { ...envOf(), ALMANAC: program, GARDEN: 'dump.yaml' }
    const first = await run('bash', ['-e', '-c', script], env)
    expect(first).toEqual({ code: 0, out: 'A comment was added.\n', err: '' })
    expect(bodies[0]).toMatch(/^<!-- almanac diff live -->\n## Almanac: what this does to clusters of live\n/)
    const second = await run('bash', ['-e', '-c', script.replace('forced>10', 'forced>0')], env)
    expect(second).toEqual({ code: 1, out: 'The comment was updated.\n', err: '' })
    expect(bodies[0]).toContain('**The check fails:**')
    expect(asked.filter((one) => !one.startsWith('GET '))).toEqual(writes)
    const third = await run('bash', ['-e', '-c', script], { ...env, GARDEN: 'gone.yaml' })
    expect(third.code).toBe(2)
    expect(third.err).toContain('There is no dump gone.yaml.')
  })
})

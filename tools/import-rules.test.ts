import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bin, root } from './root.mjs'

/** Where a line of code stands, and whether the lint rules refuse it there. */
const cases: readonly [file: string, code: string, verdict: 'refused' | 'fine'][] = [
  ['lib/engine/rules/a.ts', "import parse from 'semver/functions/parse.js'", 'fine'],
  ['lib/engine/a.ts', "import { diffLines } from 'diff'", 'refused'],
  ['lib/engine/a.ts', "import { a } from './b'", 'fine'],
  ['lib/engine/a.ts', "import type { Shoot } from '@/lib/engine/types'", 'fine'],
  ['lib/engine/course/a.ts', "import { decide } from '@/lib/engine/rules'", 'fine'],
  ['lib/engine/course/a.ts', "import { decide } from '@/lib/engine/rules/decide'", 'refused'],
  ['lib/engine/a.ts', "import { z } from 'zod'", 'refused'],
  ['lib/engine/a.ts', "import { readFileSync } from 'node:fs'", 'refused'],
  ['lib/engine/a.ts', "import { useState } from 'react'", 'refused'],
  ['lib/engine/a.ts', "import type { Problem } from '@/lib/contract/common'", 'refused'],
  ['lib/engine/a.ts', "import { a } from '../garden/parse'", 'refused'],
  ['lib/engine/a.ts', "export { a } from '../contract'", 'refused'],
  ['lib/engine/a.ts', "export const a = () => import('zod')", 'refused'],
  ['lib/engine/a.test.ts', "import { test } from 'vitest'", 'fine'],

  ['lib/engine/a.ts', 'export const a = new Date(0)', 'fine'],
  ['lib/engine/a.ts', 'export const a = Date.parse', 'fine'],
  ['lib/engine/a.ts', 'export const a = Math.max(1, 2)', 'fine'],
  ['lib/engine/a.ts', 'export const a = Date.now()', 'refused'],
  ['lib/engine/a.ts', 'export const a = Date.now', 'refused'],
  ['lib/engine/a.ts', 'export const a = new Date()', 'refused'],
  ['lib/engine/a.ts', 'export const a = Date()', 'refused'],
  ['lib/engine/a.ts', 'export const a = performance.now()', 'refused'],
  ['lib/engine/a.ts', 'export const a = globalThis.Date.now()', 'refused'],
  ['lib/engine/a.ts', 'export const a = Math.random()', 'refused'],
  ['lib/server/a.ts', 'export const a = Date.now()', 'fine'],

  ['lib/contract/a.ts', "import { z } from 'zod'", 'fine'],
  ['lib/contract/a.ts', "import type { Stage } from '@/lib/engine/types'", 'fine'],
  ['lib/contract/a.ts', "import { a } from '@/lib/garden/garden'", 'refused'],
  ['lib/contract/a.ts', "import { a } from '@/lib/client/fetch-json'", 'refused'],
  ['lib/contract/a.ts', "import { useState } from 'react'", 'refused'],

  ['lib/client/a.ts', "import type { ShootRow } from '@/lib/contract/shoots'", 'fine'],
  ['lib/client/a.ts', "import type { ShootRow } from '@/lib/contract'", 'refused'],
  ['lib/client/a.ts', "import { EVENT_KINDS } from '@/lib/contract/words'", 'fine'],
  ['lib/client/a.ts', "import { errorBody } from '@/lib/contract/common'", 'refused'],
  ['lib/client/a.ts', "import { z } from 'zod'", 'refused'],
  ['lib/client/a.ts', "import { useQuery } from '@tanstack/react-query'", 'fine'],
  ['lib/client/a.ts', "import { a } from '@/lib/server/views'", 'refused'],
  ['lib/client/a.ts', "import type { Garden } from '@/lib/garden/garden'", 'refused'],
  ['lib/client/a.ts', "import { a } from '../server/views'", 'refused'],
  ['lib/client/a.ts', "import { a } from '@/components/ui/button'", 'refused'],
  ['lib/client/a.ts', "import { readFileSync } from 'node:fs'", 'refused'],
  ['lib/client/a.ts', "import type { ShootRoute } from '@/lib/questions/cluster/contract'", 'fine'],
  ['lib/client/a.ts', "import { shootRoute } from '@/lib/questions/cluster/contract'", 'refused'],
  ['lib/client/a.ts', "import { answerFind } from '@/lib/questions/find/answer'", 'refused'],
  ['lib/client/a.ts', "import { findQueries } from '@/lib/questions/find/queries'", 'refused'],
  ['lib/client/a.ts', "import type { RouteName } from '@/lib/questions/routes'", 'refused'],

  ['components/ui/a.tsx', "import { a } from '../timeline/scale'", 'fine'],
  ['components/ui/a.tsx', "import { a } from '@/lib/client/query'", 'fine'],
  ['components/ui/a.tsx', "import { findQueries } from '@/lib/questions/find/queries'", 'fine'],
  ['components/ui/a.tsx', "import type { ShootRow } from '@/lib/contract/shoots'", 'fine'],
  ['components/ui/a.tsx', "import { shootRow } from '@/lib/contract/shoots'", 'refused'],
  ['components/ui/a.tsx', "import { compareVersions } from '@/lib/engine/rules'", 'fine'],
  ['components/ui/a.tsx', "import { compareVersions } from '@/lib/engine/rules/version'", 'refused'],
  ['components/ui/a.tsx', "import { a } from '@/lib/server/views'", 'refused'],
  ['components/ui/a.tsx', "import { a } from '@/lib/garden'", 'refused'],
  ['components/ui/a.tsx', "import { a } from '../../lib/server/views'", 'refused'],
  ['components/ui/a.tsx', "import { a } from '@/app/providers'", 'refused'],
  ['components/ui/a.tsx', "import { headers } from 'next/headers'", 'refused'],
  ['components/ui/a.tsx', "import type { ShootRoute } from '@/lib/questions/cluster/contract'", 'fine'],
  ['components/ui/a.tsx', "import { shootRoute } from '@/lib/questions/cluster/contract'", 'refused'],
  ['components/ui/a.tsx', "import { answerShoot } from '@/lib/questions/cluster/answer/shoot'", 'refused'],

  ['lib/garden/demo/a.ts', "import { a } from '../parse'", 'fine'],
  ['lib/garden/demo/a.ts', "import type { Shoot } from '@/lib/engine/types'", 'fine'],
  ['lib/garden/demo/a.ts', "import { readFileSync } from 'node:fs'", 'fine'],
  ['lib/garden/demo/a.ts', "import { a } from '@/lib/server/views'", 'refused'],
  ['lib/garden/demo/a.ts', "import { a } from '../../server/views'", 'refused'],
  ['lib/garden/demo/a.ts', "import { a } from '@/lib/contract/common'", 'refused'],
  ['lib/garden/demo/a.ts', "import { headers } from 'next/headers'", 'refused'],

  ['lib/history/a.ts', "import { a } from '@/lib/garden/garden'", 'fine'],
  ['lib/history/a.ts', "import type { Shoot } from '@/lib/engine/types'", 'fine'],
  ['lib/history/a.ts', "import { a } from '@/lib/server/store'", 'refused'],
  ['lib/history/a.ts', "import { a } from '@/lib/contract/common'", 'refused'],
  ['lib/garden/a.ts', "import { a } from '@/lib/history'", 'refused'],

  ['lib/server/a.ts', "import { a } from '@/lib/garden/garden'", 'fine'],
  ['lib/server/a.ts', "import { a } from '@/lib/history'", 'fine'],
  ['lib/server/a.ts', "import { a } from '@/lib/history/in-memory'", 'refused'],
  ['lib/server/a.ts', "import { a } from '@/lib/contract/common'", 'fine'],
  ['lib/server/a.ts', "import { a } from '@/lib/client/fetch-json'", 'refused'],
  ['lib/server/a.ts', "import { a } from '@/components/ui/button'", 'refused'],
  ['lib/server/a.ts', "import { a } from '@/app/page'", 'refused'],
  ['lib/server/a.ts', "import { answerFind } from '@/lib/questions/find/answer'", 'refused'],
  ['lib/server/a.ts', "import type { FindRoute } from '@/lib/questions/find/contract'", 'refused'],
  ['lib/server/a.ts', "import { a } from '../questions/find/answer'", 'refused'],
  ['lib/server/a.test.ts', "import { findRoute } from '@/lib/questions/find/contract'", 'fine'],

  ['lib/questions/find/answer.ts', "import { a } from '@/lib/server/views/find'", 'fine'],
  ['lib/questions/find/answer.ts', "import type { FindRoute } from './contract'", 'fine'],
  ['lib/questions/cluster/answer/why.ts', "import type { WhyRoute } from '../contract'", 'fine'],
  ['lib/questions/find/answer.ts', "import { a } from '../cluster/contract'", 'refused'],
  ['lib/questions/cluster/answer/why.ts', "import { a } from '../../find/contract'", 'refused'],
  ['lib/questions/find/answer.ts', "import { a } from '@/lib/questions/cluster/answer/shoot'", 'refused'],
  ['lib/questions/find/answer.ts', "import { routes } from '../routes'", 'refused'],
  ['lib/questions/projects/answer/wall/view.ts', "import type { WallRoute } from '../../contract'", 'fine'],
  ['lib/questions/projects/answer/wall/view.ts', "import { a } from '../project'", 'fine'],
  ['lib/questions/projects/answer/wall/view.ts', "import { a } from '../../../find/contract'", 'refused'],
  ['lib/questions/projects/answer/wall/view.ts', "import { a } from '../../queries'", 'refused'],
  ['lib/questions/find/answer.ts', "import { a } from '@/lib/garden'", 'refused'],
  ['lib/questions/find/answer.ts', "import { type ProfileEntry, profileKey } from '@/lib/garden/garden'", 'fine'],
  ['lib/questions/find/answer.ts', "import { a } from '@/lib/garden/demo/manifests'", 'refused'],
  ['lib/questions/find/answer.ts', "import { a } from '@/lib/history/in-memory'", 'refused'],
  ['lib/questions/find/answer.ts', "import { a } from '@/lib/client/fetch-json'", 'refused'],
  ['lib/questions/routes.ts', "import { findRoute } from './find/contract'", 'fine'],
  ['lib/questions/find/contract.ts', "import { z } from 'zod'", 'fine'],
  ['lib/questions/find/contract.ts', "import { findAnswer } from '@/lib/contract/garden'", 'fine'],
  ['lib/questions/find/contract.ts', "import { a } from '@/lib/server/views/find'", 'refused'],
  ['lib/questions/find/contract.ts', "import { a } from './answer'", 'refused'],
  ['lib/questions/cluster/contract.ts', "import { whyAnswer } from './contract/why'", 'fine'],
  ['lib/questions/cluster/contract/plan.ts', "import { whyAnswer } from './why'", 'fine'],
  ['lib/questions/cluster/contract/plan.ts', "import { a } from '../answer/views/why'", 'refused'],
  ['lib/questions/cluster/contract/plan.ts', "import { findAnswer } from '../../find/contract'", 'refused'],
  ['components/ui/a.tsx', "import type { WhyAnswer } from '@/lib/questions/cluster/contract/why'", 'fine'],
  ['components/ui/a.tsx', "import { whyAnswer } from '@/lib/questions/cluster/contract/why'", 'refused'],

  ['lib/questions/find/answer.ts', "import { findQueries } from './queries'", 'refused'],
  ['lib/questions/find/queries.ts', "import { timed } from '@/lib/client/query'", 'fine'],
  ['lib/questions/find/queries.ts', "import type { FindRoute } from './contract'", 'fine'],
  ['lib/questions/find/queries.ts', "import { findRoute } from './contract'", 'refused'],
  ['lib/questions/find/queries.ts', "import type { ShootRoute } from '../cluster/contract'", 'refused'],
  ['lib/questions/find/queries.ts', "import { a } from '@/lib/server/views/find'", 'refused'],
  ['lib/questions/find/queries.ts', "import { a } from '@/components/ui/button'", 'refused'],

  ['app/api/shoots/route.ts', "import { a } from '@/lib/server/views'", 'fine'],
  ['app/api/shoots/route.ts', "import { a } from '@/lib/contract/common'", 'fine'],
  ['app/api/shoots/route.ts', "import { answerShoots } from '@/lib/questions/clusters/answer'", 'fine'],
  ['app/api/shoots/route.ts', "import { routes } from '@/lib/questions/routes'", 'refused'],
  ['app/api/shoots/route.ts', "import { a } from '@/lib/garden/garden'", 'refused'],
  ['app/api/shoots/route.ts', "import { a } from '@/components/ui/button'", 'refused'],
  ['app/shoots/page.tsx', "import { a } from '@/lib/server/views'", 'fine'],
  ['app/shoots/page.tsx', "import { a } from '@/components/shoots/table'", 'fine'],
  ['app/shoots/page.tsx', "import { shootsQuery } from '@/lib/contract/shoot-list'", 'refused'],
  ['app/shoots/page.tsx', "import { answerShoots } from '@/lib/questions/clusters/answer'", 'fine'],
  ['app/shoots/page.tsx', "import { shootsRoute } from '@/lib/questions/clusters/contract'", 'fine'],
  ['app/shoots/page.tsx', "import { routes } from '@/lib/questions/routes'", 'refused'],
  ['app/shoots/page.tsx', "import { a } from '@/lib/garden/garden'", 'refused'],
  ['app/shoots/page.tsx', "import { a } from '@/lib/history'", 'refused'],
]

let folder: string
let complaints: ReadonlyMap<string, string>

/** Every case is a file of its own below the same path, so that one run of the linter judges all. */
const placeOf = (file: string, index: number) =>
  /^lib\/questions\/\w+\//.test(file)
    ? // How far up is out of the question depends on how deep a file is in it.
      file.replace(/^lib\/questions\/(\w+)/, `lib/questions/$1-case-${index}`)
    : join(dirname(file), `case-${index}`, file.slice(dirname(file).length + 1))

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'import-rules-'))
  for (const part of ['biome.json', 'tools/engine-is-pure.grit', 'tsconfig.json', 'package.json', '.gitignore'])
    cpSync(join(root, part), join(folder, part), { recursive: true })
  for (const [index, [file, code]] of cases.entries()) write(placeOf(file, index), code)
  write('lib/server/cycle/a.ts', "import { b } from '@/lib/server/cycle/b'\n\nexport const a = () => b")
  write('lib/server/cycle/b.ts', "import { a } from './a'\n\nexport const b = () => a")
  complaints = lint()
})

afterAll(() => rmSync(folder, { recursive: true }))

test.each(cases.map(([file, code, verdict], index) => ({ file, code, verdict, index })))(
  '$file: $code is $verdict',
  ({ file, verdict, index }) => {
    expect(complaints.has(placeOf(file, index)) ? 'refused' : 'fine').toBe(verdict)
  },
)

test('two files that import each other are refused', () => {
  expect(complaints.get('lib/server/cycle/a.ts')).toBe('lint/suspicious/noImportCycles')
})

function write(file: string, code: string): void {
  const path = join(folder, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${code}\n`)
}

/** Files that break one of the rules about imports or clocks, with the rule. */
function lint(): ReadonlyMap<string, string> {
  const args = [bin('@biomejs/biome/bin/biome'), 'lint', '--reporter=json', '--max-diagnostics=none', '.']
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { category: string; location: { path: unknown } }[] }
  return new Map(
    diagnostics
      .filter(({ category }) => /noRestrictedImports|noImportCycles|plugin/.test(category))
      .map(({ category, location }) => [String(location.path), category]),
  )
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'

/** Bytes of scripts, packed as they are sent, that a page may load before it can be used. Charts are loaded after that. */
const BUDGET = 250_000

interface PageOfBuild {
  readonly route: string
  readonly firstLoadChunkPaths: readonly string[]
}

/** What Next writes of each page with the build that is served: the global setup says where that is. */
function pagesOfBuild() {
  const build = process.env.ALMANAC_BUILD ?? ''
  const pages: readonly PageOfBuild[] = JSON.parse(
    readFileSync(join(build, 'diagnostics/route-bundle-stats.json'), 'utf8'),
  )
  const paths = pages.flatMap(({ firstLoadChunkPaths }) => firstLoadChunkPaths)
  // The folder had another name while Next wrote in it.
  const fileOf = (path: string) => join(build, path.replace(/^\.next\//, ''))
  return { pages, scripts: new Map(paths.map((path) => [path, readFileSync(fileOf(path))] as const)) }
}

test('every page is usable after 250 KB of scripts', () => {
  const { pages, scripts } = pagesOfBuild()
  const weights = pages.map(({ route, firstLoadChunkPaths }) => ({
    route,
    weight: firstLoadChunkPaths.reduce((sum, path) => sum + gzipSync(scripts.get(path) ?? '').byteLength, 0),
  }))
  expect(weights.map(({ route }) => route)).toEqual(expect.arrayContaining(['/', '/shoots', '/workbench/[...ref]']))
  // React and Next alone are more than that: less would mean that something else is read here.
  expect(weights.filter(({ weight }) => weight < 100_000)).toEqual([])
  expect(weights.filter(({ weight }) => weight > BUDGET)).toEqual([])
})

test('no page waits for the library of charts', () => {
  const { scripts } = pagesOfBuild()
  const early = [...scripts].filter(([, source]) => source.includes('recharts-')).map(([path]) => path)
  expect(early).toEqual([])
})

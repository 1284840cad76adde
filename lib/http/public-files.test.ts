import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PUBLIC_FILES } from './public-files'

const manifest = JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8'))

test('what is served as it is, is what stands there', () => {
  expect(readdirSync('public').map((name) => `/${name}`)).toEqual([...PUBLIC_FILES])
})

test.each(['https://almanac.example/', 'https://example.com/tools/almanac/'])(
  'the web manifest leads to the first page, and stays, below %s',
  (served) => {
    const at = new URL('manifest.webmanifest', served)
    for (const field of ['id', 'start_url', 'scope']) expect(new URL(manifest[field], at).href, field).toBe(served)
    for (const { src } of manifest.icons) {
      const { href } = new URL(src, at)
      expect(href.startsWith(served) && PUBLIC_FILES.has(`/${href.slice(served.length)}`), href).toBe(true)
    }
  },
)

test('icons have the sizes that the web manifest says', () => {
  for (const { src, sizes, type } of manifest.icons) {
    if (type !== 'image/png') continue
    // The header of a PNG: its width and height are the first two numbers behind the name of the chunk.
    const picture = readFileSync(`public/${src}`)
    expect(`${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}`).toBe(sizes)
  }
})

test('colours of the web manifest are those of the light theme', () => {
  const token = (name: string) =>
    new RegExp(`--${name}: light-dark\\((#\\w+),`).exec(readFileSync('app/globals.css', 'utf8'))?.[1]
  expect(manifest.background_color).toBe(token('bg'))
  expect(manifest.theme_color).toBe(token('surface'))
})

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const corpus = join(import.meta.dirname, 'corpus')

/** What once broke a target, by the name of its file. */
export function kept(target: string): readonly (readonly [file: string, input: unknown])[] {
  const folder = join(corpus, target)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => [file, JSON.parse(readFileSync(join(folder, file), 'utf8'))])
}

/** Keeps what broke a target; returns the path of its file. */
export function keep(target: string, input: unknown): string {
  const text = `${JSON.stringify(input, null, 2)}\n`
  const folder = join(corpus, target)
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${createHash('sha1').update(text).digest('hex').slice(0, 12)}.json`)
  writeFileSync(file, text)
  return file
}

import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { ManifestsGarden, type ManifestsOptions } from '../manifests/manifests-garden'

let folder = ''
let gardens: ManifestsGarden[] = []

/** Gives each test of the file a folder of its own. After it the folder is gone, and gardens of it are closed. */
export function inOwnFolder(): void {
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'almanac-manifests-'))
    gardens = []
  })
  afterEach(async () => {
    await Promise.all(gardens.map((garden) => garden.close()))
    await rm(folder, { recursive: true, force: true })
  })
}

/** The path of a file of the folder; of none: that of the folder. */
export const at = (name = ''): string => join(folder, name)

export const text = (name: string): Promise<string> => readFile(at(name), 'utf8')

export async function write(name: string, content: string): Promise<void> {
  await mkdir(dirname(at(name)), { recursive: true })
  await writeFile(at(name), content)
}

export async function openedAt(path: string, options: ManifestsOptions): Promise<ManifestsGarden> {
  const garden = new ManifestsGarden(path, options)
  gardens.push(garden)
  await garden.ready()
  return garden
}

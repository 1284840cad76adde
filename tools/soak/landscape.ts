import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoObjects } from '@/lib/garden/demo/manifests'

/** A cluster by its names. */
export interface ClusterName {
  readonly namespace: string
  readonly name: string
}

/** A landscape as files, one for each namespace, that changes when it is told to. */
export interface Landscape {
  readonly folder: string
  /** For what the server remembers. */
  readonly data: string
  readonly clusters: readonly ClusterName[]
  /** Turns the automatic updates of one cluster on or off, by rewriting its file. */
  change(place: number): Promise<void>
  /** Takes all files away, or brings them back. */
  flap(): Promise<void>
  remove(): void
}

interface Manifest {
  readonly kind: string
  readonly metadata: { readonly name: string; readonly namespace?: string }
  readonly spec?: { readonly maintenance?: { readonly autoUpdate?: { kubernetesVersion?: boolean } } }
}

/** Writes the demo of so many clusters, born today, into a new folder. */
export function writeLandscape(shoots: number): Landscape {
  const root = mkdtempSync(join(tmpdir(), 'almanac-soak-'))
  const [folder, away, data] = ['garden', 'away', 'data'].map((name) => join(root, name)) as [string, string, string]
  mkdirSync(folder)
  const files = new Map<string, Manifest[]>()
  const clusters: (ClusterName & { readonly manifest: Manifest })[] = []
  for (const object of demoObjects({ born: new Date().toISOString().slice(0, 10), shoots })) {
    const manifest: Manifest = JSON.parse(JSON.stringify(object))
    const { namespace = 'garden', name } = manifest.metadata
    files.set(namespace, [...(files.get(namespace) ?? []), manifest])
    if (manifest.kind === 'Shoot') clusters.push({ namespace, name, manifest })
  }
  const textOf = (namespace: string): string => JSON.stringify(files.get(namespace))
  for (const namespace of files.keys()) writeFileSync(join(folder, `${namespace}.json`), textOf(namespace))
  let isAway = false
  return {
    folder,
    data,
    clusters,
    change: async (place) => {
      const cluster = clusters[place % clusters.length]
      const autoUpdate = cluster?.manifest.spec?.maintenance?.autoUpdate
      if (cluster === undefined || autoUpdate === undefined)
        throw new Error('A cluster of the demo has automatic updates.')
      autoUpdate.kubernetesVersion = !autoUpdate.kubernetesVersion
      if (isAway) return
      const path = join(folder, `${cluster.namespace}.json`)
      await writeFile(`${path}.new`, textOf(cluster.namespace))
      await rename(`${path}.new`, path)
    },
    flap: async () => {
      await (isAway ? rename(away, folder) : rename(folder, away))
      isAway = !isAway
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

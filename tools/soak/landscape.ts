import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoObjects } from '@/lib/garden/demo/manifests'
import type { ClusterName } from './load'

interface Manifest {
  readonly kind: string
  readonly metadata: { readonly namespace?: string; readonly name: string }
  readonly spec?: { readonly maintenance?: { readonly autoUpdate?: { kubernetesVersion?: boolean } } }
}

/** A landscape as files, one for each namespace, that changes when it is told to. */
export class Landscape {
  private readonly root = mkdtempSync(join(tmpdir(), 'almanac-soak-'))
  readonly folder = join(this.root, 'garden')
  /** For what the server remembers. */
  readonly data = join(this.root, 'data')
  private readonly files = new Map<string, readonly Manifest[]>()
  private readonly shoots: readonly Manifest[]
  private isAway = false

  /** Writes the demo of so many clusters, born today, into a new folder. */
  constructor(shoots: number) {
    const born = new Date().toISOString().slice(0, 10)
    const manifests: readonly Manifest[] = JSON.parse(JSON.stringify([...demoObjects({ born, shoots })]))
    for (const manifest of manifests) {
      const { namespace = 'garden' } = manifest.metadata
      this.files.set(namespace, [...(this.files.get(namespace) ?? []), manifest])
    }
    this.shoots = manifests.filter(({ kind }) => kind === 'Shoot')
    mkdirSync(this.folder)
    for (const namespace of this.files.keys()) writeFileSync(this.pathOf(namespace), this.textOf(namespace))
  }

  get clusters(): readonly ClusterName[] {
    return this.shoots.map(({ metadata: { namespace = '', name } }) => ({ namespace, name }))
  }

  /** Turns the automatic updates of one cluster on or off, by rewriting its file. */
  async change(place: number): Promise<void> {
    const { metadata, spec } = this.shoots[place % this.shoots.length] ?? {}
    const autoUpdate = spec?.maintenance?.autoUpdate
    const namespace = metadata?.namespace
    if (namespace === undefined || autoUpdate === undefined)
      throw new Error('A cluster of the demo has automatic updates.')
    autoUpdate.kubernetesVersion = !autoUpdate.kubernetesVersion
    if (this.isAway) return
    const path = this.pathOf(namespace)
    await writeFile(`${path}.new`, this.textOf(namespace))
    await rename(`${path}.new`, path)
  }

  /** Takes all files away, or brings them back. */
  async flap(): Promise<void> {
    const away = join(this.root, 'away')
    await (this.isAway ? rename(away, this.folder) : rename(this.folder, away))
    this.isAway = !this.isAway
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true })
  }

  private pathOf(namespace: string): string {
    return join(this.folder, `${namespace}.json`)
  }

  private textOf(namespace: string): string {
    return JSON.stringify(this.files.get(namespace))
  }
}
